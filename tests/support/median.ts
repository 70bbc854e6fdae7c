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
