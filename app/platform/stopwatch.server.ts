/** Adds up the time in which at least one of the timed pieces of work was under way. */
export interface Stopwatch {
  /** Starts counting, once for each piece of work; the function that comes back ends its part. */
  start(): () => void;
  /** Milliseconds so far; undefined when nothing was ever timed. */
  total(): number | undefined;
}

/** A stopwatch at rest. `now` is a clock in milliseconds. */
export function createStopwatch(now: () => number = Date.now): Stopwatch {
  let running = 0;
  let startedAt: number | undefined;
  let counted = 0;
  return {
    start() {
      if (running === 0) startedAt = now();
      running += 1;
      return () => {
        running -= 1;
        if (running === 0) counted += now() - (startedAt ?? 0);
      };
    },
    total() {
      if (startedAt === undefined) return undefined;
      return running === 0 ? counted : counted + now() - startedAt;
    },
  };
}
