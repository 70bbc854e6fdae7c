const BASE_DELAY_MS = 2_000;
const MAX_DELAY_MS = 60 * 60_000;
/** Minimum delay after an unknown outcome: the spreadsheet may still be processing the request. */
const MIN_DELAY_UNKNOWN_MS = 15_000;

/** After this many failed attempts, about ten hours, a message is dead and needs an operator. */
export const MAX_ATTEMPTS = 20;

export interface FailedAttempt {
  /** Attempts so far, including the failed one. */
  readonly attempts: number;
  readonly outcomeUnknown: boolean;
  /** From `Retry-After`. Milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/** Exponential backoff from two seconds up to an hour. Milliseconds. */
export function getRetryDelayMs({
  attempts,
  outcomeUnknown,
  retryAfterMs = 0,
}: FailedAttempt): number {
  const backoff = BASE_DELAY_MS * 2 ** (attempts - 1);
  const minimum = Math.max(retryAfterMs, outcomeUnknown ? MIN_DELAY_UNKNOWN_MS : 0);
  return Math.min(Math.max(backoff, minimum), MAX_DELAY_MS);
}
