import type { AuthSettings } from "../config/options.ts";
import { AuthError } from "./errors.ts";

/** Separately limited endpoints; `user` is PUT /user. */
export type RateLimitName =
  | "token"
  | "verify"
  | "signup"
  | "otp"
  | "magiclink"
  | "recover"
  | "resend"
  | "user"
  | "factor_challenge"
  | "factor_verify"
  | "passkey";

export interface RateLimiter {
  /** Counts a request from `address`. Throws GoTrue's 429 over the limit. */
  countRequest(name: RateLimitName, address: string): void;
  /** Counts an email of the project. Throws GoTrue's 429 over the limit. */
  countEmail(): void;
}

const FIVE_MINUTES = 300;
const HOUR = 3600;
const BURST = 30;

/** Refill rate in requests per second (GoTrue's defaults, internal/api/apilimiter). */
const REFILL: Readonly<Record<RateLimitName, number>> = {
  token: 150 / FIVE_MINUTES,
  verify: 30 / FIVE_MINUTES,
  signup: 30 / FIVE_MINUTES,
  otp: 30 / FIVE_MINUTES,
  magiclink: 30 / FIVE_MINUTES,
  recover: 30 / FIVE_MINUTES,
  resend: 30 / FIVE_MINUTES,
  user: 30 / FIVE_MINUTES,
  factor_challenge: 15 / 60,
  factor_verify: 15 / 60,
  passkey: 30 / FIVE_MINUTES,
};

/** Creates an in-memory rate limiter. `now` is in milliseconds. */
export function createRateLimiter(
  { overrides }: Pick<AuthSettings, "overrides">,
  now = Date.now,
): RateLimiter {
  const buckets = new Map<string, () => boolean>();
  const { emailsPerHour } = overrides;
  // GoTrue refills one email per hour, whatever the limit (internal/ratelimit, BurstLimiter).
  const takeEmail =
    emailsPerHour === undefined ? () => true : createTokenBucket(emailsPerHour, 1 / HOUR, now);
  return {
    countRequest(name, address) {
      if (!overrides.rateLimits) return;
      const key = `${name} ${address}`;
      const take = buckets.get(key) ?? createTokenBucket(BURST, REFILL[name], now);
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

/** A token bucket. The returned function takes a token; false when it is empty. */
function createTokenBucket(
  size: number,
  refillPerSecond: number,
  now: () => number,
): () => boolean {
  let tokens = size;
  let filledAt = now();
  return () => {
    const time = now();
    tokens = Math.min(size, tokens + ((time - filledAt) / 1000) * refillPerSecond);
    filledAt = time;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
