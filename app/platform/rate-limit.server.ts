import { REFUSALS, type Refusal } from "~/forms/refusal";
import type { Platform } from "./context.server";
import { sha256Hex } from "./sha-256.server";

export interface RateLimitedCall {
  /** What is being limited, e.g. "sign-in"; each purpose counts by itself. */
  readonly purpose: string;
  /** Whom it is done to, e.g. an e-mail address: limited more tightly than where it comes from. */
  readonly subject?: string;
}

/** The refusal for a caller, or a subject, that has had enough for now; undefined lets the call through. */
export async function checkRateLimit(
  { rateLimits, clientAddress }: Platform,
  { purpose, subject }: RateLimitedCall,
): Promise<Refusal | undefined> {
  const checks = [rateLimits.address.limit({ key: `${purpose}:${clientAddress ?? "unknown"}` })];
  if (subject !== undefined) {
    // Keys leave the Worker, so a person's address does not stand in them.
    const key = `${purpose}:${await sha256Hex(subject.trim().toLowerCase())}`;
    checks.push(rateLimits.subject.limit({ key }));
  }
  const outcomes = await Promise.all(checks);
  return outcomes.every(({ success }) => success) ? undefined : REFUSALS.tooManyAttempts;
}
