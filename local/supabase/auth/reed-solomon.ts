/** Error correction of QR codes: Reed–Solomon over GF(256) with polynomial 0x11d (ISO/IEC 18004). */

/** The `count` check bytes of `data`. */
export function checkBytes(data: readonly number[], count: number): number[] {
  const generator = generatorPolynomial(count);
  const remainder = Array.from({ length: count }, () => 0);
  for (const byte of data) {
    const factor = byte ^ (remainder.shift() ?? 0);
    remainder.push(0);
    for (const [index, coefficient] of generator.entries()) {
      remainder[index] = (remainder[index] ?? 0) ^ multiply(coefficient, factor);
    }
  }
  return remainder;
}

/** Coefficients of the product of (x - 2^i), highest power first, without the leading 1. */
function generatorPolynomial(degree: number): number[] {
  const result: number[] = Array.from({ length: degree }, () => 0);
  result[degree - 1] = 1;
  let root = 1;
  for (let step = 0; step < degree; step += 1) {
    for (let index = 0; index < degree; index += 1) {
      result[index] = multiply(result[index] ?? 0, root) ^ (result[index + 1] ?? 0);
    }
    root = multiply(root, 2);
  }
  return result;
}

function multiply(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((other >>> bit) & 1) * one;
  }
  return product;
}
