const BASE_DELAY_MS = 2_000;
const MAX_DELAY_MS = 60 * 60_000;
/** After an attempt without a clear answer the spreadsheet may still be working on it. */
const MIN_DELAY_UNKNOWN_MS = 15_000;

/** A message that has failed this often, which takes about ten hours, waits for an operator. */
export const MAX_ATTEMPTS = 20;

export interface FailedAttempt {
  /** Attempts so far, the failed one included. */
  readonly attempts: number;
  readonly outcomeUnknown: boolean;
  /** What the spreadsheet asked for (`Retry-After`). Milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/** How long to wait before the next attempt: doubling from two seconds up to an hour. Milliseconds. */
export function getRetryDelayMs({
  attempts,
  outcomeUnknown,
  retryAfterMs = 0,
}: FailedAttempt): number {
  const doubling = BASE_DELAY_MS * 2 ** (attempts - 1);
  const least = Math.max(retryAfterMs, outcomeUnknown ? MIN_DELAY_UNKNOWN_MS : 0);
  return Math.min(Math.max(doubling, least), MAX_DELAY_MS);
}
