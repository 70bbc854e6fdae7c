/**
 * QR codes of text (ISO/IEC 18004): byte mode, error correction level L, versions 1 to 20, one
 * fixed mask. Enough for the address an authenticator app scans.
 */
import { checkBytes } from "./reed-solomon.ts";

/** Check bytes of each block and number of blocks at level L, by version. */
const CHECK_BYTES = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8];

const BYTE_MODE = 0b0100;
const LEVEL_L = 0b01;
const QUIET_ZONE = 4;
const MODULE_PIXELS = 3;

/** A square of modules, row by row; undefined where no function pattern lies yet. */
type Grid = (boolean | undefined)[][];

/** The code of `text` as an SVG image. Throws when `text` is longer than about 850 bytes. */
export function qrCodeSvg(text: string): string {
  const modules = qrCodeModules(text);
  const size = modules.length + 2 * QUIET_ZONE;
  const pixels = size * MODULE_PIXELS;
  const squares = modules.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z`] : [])),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 ${size} ${size}"><rect width="${size}" height="${size}" fill="white"/><path fill="black" d="${squares.join("")}"/></svg>`;
}

/** The dark and light modules of `text`'s code. */
export function qrCodeModules(text: string): boolean[][] {
  const bytes = [...new TextEncoder().encode(text)];
  const version = smallestVersion(bytes.length);
  const grid = drawFunctionPatterns(version);
  drawData(grid, interleave(encode(bytes, version), version));
  return grid.map((row) => row.map((dark) => dark === true));
}

function smallestVersion(length: number): number {
  const fits = CHECK_BYTES.findIndex((_, index) => {
    const version = index + 1;
    return headerBits(version) + length * 8 <= dataBytes(version) * 8;
  });
  if (fits < 0) throw new Error(`Too long for a QR code: ${length} bytes`);
  return fits + 1;
}

function headerBits(version: number): number {
  return 4 + (version < 10 ? 8 : 16);
}

/** Modules of the square that are no function pattern, in whole bytes. */
function totalBytes(version: number): number {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const alignments = Math.floor(version / 7) + 2;
    modules -= (25 * alignments - 10) * alignments - 55;
  }
  if (version >= 7) modules -= 36;
  return Math.floor(modules / 8);
}

function dataBytes(version: number): number {
  return totalBytes(version) - at(CHECK_BYTES, version - 1) * at(BLOCKS, version - 1);
}

/** Mode, length and bytes, padded to what the version holds. */
function encode(bytes: readonly number[], version: number): number[] {
  const capacity = dataBytes(version) * 8;
  const header = BYTE_MODE.toString(2).padStart(4, "0");
  const length = bytes.length.toString(2).padStart(headerBits(version) - 4, "0");
  const body = bytes.map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const bits = header + length + body;
  const terminated = bits.padEnd(Math.min(bits.length + 4, capacity), "0");
  const whole = terminated.padEnd(Math.ceil(terminated.length / 8) * 8, "0");
  const result = (whole.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  for (let pad = 0xec; result.length < capacity / 8; pad ^= 0xec ^ 0x11) result.push(pad);
  return result;
}

/** Splits into blocks, adds each block's check bytes and takes the bytes of all blocks in turn. */
function interleave(data: readonly number[], version: number): number[] {
  const count = at(BLOCKS, version - 1);
  const checks = at(CHECK_BYTES, version - 1);
  const short = Math.floor(data.length / count);
  const longBlocks = data.length % count;
  const blocks = Array.from({ length: count }, (_, index) => {
    const start = index * short + Math.max(0, index - (count - longBlocks));
    return data.slice(start, start + short + (index >= count - longBlocks ? 1 : 0));
  });
  const checked = blocks.map((block) => checkBytes(block, checks));
  const inTurn = (lists: readonly number[][], longest: number) =>
    Array.from({ length: longest }, (_, index) => lists.map((list) => list[index])).flat();
  return [...inTurn(blocks, short + 1), ...inTurn(checked, checks)].filter(
    (byte) => byte !== undefined,
  );
}

function drawFunctionPatterns(version: number): Grid {
  const size = version * 4 + 17;
  const grid: Grid = Array.from({ length: size }, () => Array.from({ length: size }));
  for (let index = 0; index < size; index += 1) {
    set(grid, 6, index, index % 2 === 0);
    set(grid, index, 6, index % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    drawFinder(grid, x, y);
  const centres = alignmentCentres(version, size);
  const last = centres.length - 1;
  for (const [row, y] of centres.entries()) {
    for (const [column, x] of centres.entries()) {
      const onFinder =
        (row === 0 && (column === 0 || column === last)) || (row === last && column === 0);
      if (!onFinder) drawAlignment(grid, x, y);
    }
  }
  drawFormat(grid, size);
  if (version >= 7) drawVersion(grid, version, size);
  return grid;
}

function drawFinder(grid: Grid, centreX: number, centreY: number): void {
  for (let dy = -4; dy <= 4; dy += 1) {
    for (let dx = -4; dx <= 4; dx += 1) {
      const distance = Math.max(Math.abs(dx), Math.abs(dy));
      set(grid, centreX + dx, centreY + dy, distance !== 2 && distance !== 4);
    }
  }
}

function drawAlignment(grid: Grid, centreX: number, centreY: number): void {
  for (let dy = -2; dy <= 2; dy += 1) {
    for (let dx = -2; dx <= 2; dx += 1) {
      set(grid, centreX + dx, centreY + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  }
}

function alignmentCentres(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((size - 13) / (2 * count - 2)) * 2;
  const rest = Array.from({ length: count - 1 }, (_, index) => size - 7 - index * step);
  return [6, ...rest.reverse()];
}

/** Level and mask 0 with their check bits, twice; and the module that is always dark. */
function drawFormat(grid: Grid, size: number): void {
  const data = LEVEL_L << 3;
  const bits = ((data << 10) | polynomialRemainder(data, 10, 0x537)) ^ 0x5412;
  const bit = (index: number) => ((bits >>> index) & 1) === 1;
  for (let index = 0; index < 6; index += 1) set(grid, 8, index, bit(index));
  set(grid, 8, 7, bit(6));
  set(grid, 8, 8, bit(7));
  set(grid, 7, 8, bit(8));
  for (let index = 9; index < 15; index += 1) set(grid, 14 - index, 8, bit(index));
  for (let index = 0; index < 8; index += 1) set(grid, size - 1 - index, 8, bit(index));
  for (let index = 8; index < 15; index += 1) set(grid, 8, size - 15 + index, bit(index));
  set(grid, 8, size - 8, true);
}

function drawVersion(grid: Grid, version: number, size: number): void {
  const bits = (version << 12) | polynomialRemainder(version, 12, 0x1f25);
  for (let index = 0; index < 18; index += 1) {
    const dark = ((bits >>> index) & 1) === 1;
    const far = size - 11 + (index % 3);
    const near = Math.floor(index / 3);
    set(grid, far, near, dark);
    set(grid, near, far, dark);
  }
}

function polynomialRemainder(data: number, degree: number, polynomial: number): number {
  let remainder = data;
  for (let step = 0; step < degree; step += 1) {
    remainder = (remainder << 1) ^ ((remainder >>> (degree - 1)) * polynomial);
  }
  return remainder;
}

/** Fills free modules in pairs of columns from the right, up and down in turn, under mask 0. */
function drawData(grid: Grid, bytes: readonly number[]): void {
  const size = grid.length;
  let index = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const upward = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step += 1) {
      const y = upward ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (grid[y]?.[x] !== undefined) continue;
        const bit = ((bytes[index >>> 3] ?? 0) >>> (7 - (index & 7))) & 1;
        set(grid, x, y, (bit === 1) !== ((x + y) % 2 === 0));
        index += 1;
      }
    }
  }
}

function set(grid: Grid, x: number, y: number, dark: boolean): void {
  const row = grid[y];
  if (row && x >= 0 && x < row.length) row[x] = dark;
}

function at(table: readonly number[], index: number): number {
  return table[index] ?? 0;
}
