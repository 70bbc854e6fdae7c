/** `index` counted around a ring of `count` places: after the last comes the first, before it the last. */
export function wrapIndex(index: number, count: number): number {
  return ((index % count) + count) % count;
}
