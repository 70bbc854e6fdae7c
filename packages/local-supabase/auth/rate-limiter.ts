import type { AuthSettings } from "../config/options.ts";
import { AuthError } from "./errors.ts";

const BURST = 30;
const HOUR_MS = 3_600_000;

/**
 * Requests per five minutes by limited endpoint (GoTrue's defaults, internal/api/apilimiter); `user` is PUT
 * /user.
 */
const PER_FIVE_MINUTES = {
  token: 150,
  verify: 30,
  signup: 30,
  otp: 30,
  recover: 30,
  resend: 30,
  user: 30,
  factor_challenge: 75,
  factor_verify: 75,
  passkey: 30,
};
export type RateLimitName = keyof typeof PER_FIVE_MINUTES;

export interface RateLimiter {
  /** Counts a request from `address`. Throws GoTrue's 429 over the limit. */
  countRequest(name: RateLimitName, address: string): void;
  /** Counts an email of the project. Throws GoTrue's 429 over the limit. */
  countEmail(): void;
}

/** Creates an in-memory rate limiter. `now` is in milliseconds. */
export function createRateLimiter(
  { rateLimits, emailsPerHour }: Pick<AuthSettings, "rateLimits" | "emailsPerHour">,
  now = Date.now,
): RateLimiter {
  const buckets = new Map<string, () => boolean>();
  // GoTrue refills one email per hour at any limit (internal/ratelimit, BurstLimiter).
  const takeEmail = createTokenBucket(emailsPerHour, 1 / HOUR_MS, now);
  return {
    countRequest(name, address) {
      if (!rateLimits) return;
      const key = `${name} ${address}`;
      const refill = (PER_FIVE_MINUTES[name] * 12) / HOUR_MS;
      const take = buckets.get(key) ?? createTokenBucket(BURST, refill, now);
      buckets.set(key, take);
      if (take()) return;
      throw new AuthError(429, "over_request_rate_limit", "Request rate limit reached");
    },
    countEmail() {
      if (takeEmail()) return;
      throw new AuthError(429, "over_email_send_rate_limit", "email rate limit exceeded");
    },
  };
}

/**
 * A token bucket with `refill` tokens per millisecond. The returned function takes a token; false when it is
 * empty.
 */
function createTokenBucket(size: number, refill: number, now: () => number): () => boolean {
  let tokens = size;
  let filledAt = now();
  return () => {
    const time = now();
    tokens = Math.min(size, tokens + (time - filledAt) * refill);
    filledAt = time;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
