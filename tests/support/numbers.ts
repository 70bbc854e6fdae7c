/** The median value by `size`; the upper one of an even number. Throws for an empty array. */
export function medianBy<Value>(values: readonly Value[], size: (value: Value) => number): Value {
  const sorted = values.toSorted((a, b) => size(a) - size(b));
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error("There is no median of nothing");
  return middle;
}

/** The median. Throws for an empty array. */
export function median(numbers: readonly number[]): number {
  return medianBy(numbers, (number) => number);
}

/** A seeded generator of numbers in [0, 1) (mulberry32), for repeatable runs. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
