import type { FailedAppend } from "./sheet.server";

const BASE_DELAY_MS = 2_000;
const MAX_DELAY_MS = 60 * 60_000;
/** Minimum delay after an unknown outcome: the spreadsheet may still be processing the request. */
const MIN_DELAY_UNKNOWN_MS = 15_000;

/** After this many failed attempts, about ten hours, a message is dead and needs an operator. */
export const MAX_ATTEMPTS = 20;

/** Exponential backoff from two seconds up to an hour. `attempts` includes the failed one. Milliseconds. */
export function getRetryDelayMs(attempts: number, outcome: FailedAppend): number {
  const backoff = BASE_DELAY_MS * 2 ** (attempts - 1);
  const minimum = outcome.kind === "unknown" ? MIN_DELAY_UNKNOWN_MS : (outcome.retryAfterMs ?? 0);
  return Math.min(Math.max(backoff, minimum), MAX_DELAY_MS);
}
