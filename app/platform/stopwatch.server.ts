/** Adds up stretches of time, such as those in which a request waits for its database. */
export interface Stopwatch {
  /** Begins a stretch; nothing happens when one has begun. */
  start(): void;
  /** Ends the stretch; nothing happens when none has begun. */
  stop(): void;
  /** Milliseconds so far; undefined when it was never started. */
  total(): number | undefined;
}

/** A stopwatch at rest. `now` is a clock in milliseconds. */
export function createStopwatch(now: () => number = Date.now): Stopwatch {
  let startedAt: number | undefined;
  let counted: number | undefined;
  const total = () => (startedAt === undefined ? counted : (counted ?? 0) + now() - startedAt);
  return {
    start() {
      startedAt ??= now();
    },
    stop() {
      counted = total();
      startedAt = undefined;
    },
    total,
  };
}
