import type { AuthSettings } from "../options.ts";
import { AuthError } from "./errors.ts";

/** What is counted apart from one another; `user` is PUT /user. */
export type LimitName =
  | "token"
  | "verify"
  | "signup"
  | "otp"
  | "magiclink"
  | "recover"
  | "resend"
  | "user"
  | "factor_challenge"
  | "factor_verify";

export interface Limits {
  /** Counts a request of `address`. Throws GoTrue's 429 when that is one too many. */
  countRequest(name: LimitName, address: string): void;
  /** Counts a mail of the project. Throws GoTrue's 429 when that is one too many. */
  countEmail(): void;
}

const FIVE_MINUTES = 300;
const HOUR = 3600;
const BURST = 30;

/** Requests a second that each bucket regains (GoTrue's defaults, internal/api/apilimiter). */
const REFILL: Readonly<Record<LimitName, number>> = {
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
};

/** Counters of a server that has just started. `now` in milliseconds. */
export function createLimits({ switches }: Pick<AuthSettings, "switches">, now = Date.now): Limits {
  const buckets = new Map<string, () => boolean>();
  const { emailsPerHour } = switches;
  // GoTrue regains one mail an hour, whatever the limit (internal/ratelimit, BurstLimiter).
  const takeEmail = emailsPerHour === undefined ? () => true : bucket(emailsPerHour, 1 / HOUR, now);
  return {
    countRequest(name, address) {
      if (!switches.rateLimits) return;
      const key = `${name} ${address}`;
      const take = buckets.get(key) ?? bucket(BURST, REFILL[name], now);
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

/** A token bucket: takes one, or says that there is none. */
function bucket(size: number, refillPerSecond: number, now: () => number): () => boolean {
  let left = size;
  let filledAt = now();
  return () => {
    const time = now();
    left = Math.min(size, left + ((time - filledAt) / 1000) * refillPerSecond);
    filledAt = time;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
