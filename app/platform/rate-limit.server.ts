import type { Platform } from "./context.server";

/** The limiters' window (wrangler.toml): after this many seconds a caller may try again. */
export const RATE_LIMIT_PERIOD_S = 60;

/** What a limited person reads. */
export const RATE_LIMIT_MESSAGE = "That was too many attempts. Please try again in a minute.";

export interface RateLimitedCall {
  /** What is being limited, e.g. "sign-in"; each purpose counts by itself. */
  readonly purpose: string;
  readonly request: Request;
  /** Whom it is done to, e.g. an e-mail address: limited more tightly than where it comes from. */
  readonly subject?: string;
}

/** True when this caller, or this subject, has had enough for now. */
export async function isRateLimited(platform: Platform, call: RateLimitedCall): Promise<boolean> {
  const address = call.request.headers.get("CF-Connecting-IP") ?? "unknown";
  const checks = [platform.rateLimits.address.limit({ key: `${call.purpose}:${address}` })];
  if (call.subject !== undefined) {
    const key = `${call.purpose}:${await hash(call.subject.trim().toLowerCase())}`;
    checks.push(platform.rateLimits.subject.limit({ key }));
  }
  const outcomes = await Promise.all(checks);
  return outcomes.some(({ success }) => !success);
}

/** Keys leave the Worker, so a person's address does not stand in them. */
async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
