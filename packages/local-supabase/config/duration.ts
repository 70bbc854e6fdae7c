const SECONDS: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 0.001 };
const DURATION = /^(?:\d+(?:\.\d+)?(?:h|ms|m|s))+$/;

/** Parses a Go duration such as "1h30m" into seconds. Throws RangeError when it is invalid. */
export function parseDuration(duration: string): number {
  if (!DURATION.test(duration)) throw new RangeError(`time: invalid duration "${duration}"`);
  const parts = duration.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g);
  return Array.from(parts).reduce(
    (total, [, amount, unit = "s"]) => total + Number(amount) * (SECONDS[unit] ?? 0),
    0,
  );
}
