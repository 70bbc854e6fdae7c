/** The value in the middle by `size`, and of two the larger. Throws when there is none. */
export function medianBy<Value>(values: readonly Value[], size: (value: Value) => number): Value {
  const sorted = values.toSorted((a, b) => size(a) - size(b));
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error("There is no median of nothing");
  return middle;
}

/** The number in the middle. Throws when there is none. */
export function median(numbers: readonly number[]): number {
  return medianBy(numbers, (number) => number);
}
