import { type SQL, sql } from "drizzle-orm";

/**
 * Delays between the attempts of one kind of background work. They double from the first one to the maximum.
 */
export interface RetryPolicy {
  readonly firstMs: number;
  readonly maxMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const RETRY_POLICIES = {
  contact: { firstMs: 2_000, maxMs: HOUR_MS },
  email: { firstMs: MINUTE_MS, maxMs: HOUR_MS },
  stripeSync: { firstMs: 15 * MINUTE_MS, maxMs: 24 * HOUR_MS },
} as const satisfies Readonly<Record<string, RetryPolicy>>;

/** Jitter only shortens a delay, so that a retry is due when the cron runs again after that delay. */
const MAX_JITTER = 0.1;
/** Keeps the power small. Every policy has reached its maximum by then. */
const MAX_DOUBLINGS = 20;

/** An SQL interval: the delay after `attempts` earlier attempts, 0 for the first. */
export function backoff({ firstMs, maxMs }: RetryPolicy, attempts: SQL | number): SQL {
  return sql`(least(${maxMs}::float8, ${firstMs}::float8 * 2 ^ least(${attempts}::int, ${MAX_DOUBLINGS}::int))
    * (1 - ${MAX_JITTER}::float8 * random()) * interval '1 millisecond')`;
}
