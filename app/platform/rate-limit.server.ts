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
  const checks = [rateLimits.address.limit({ key: `${purpose}:${networkOf(clientAddress)}` })];
  if (subject !== undefined) {
    // Keys leave the Worker, so a person's address does not stand in them.
    const key = `${purpose}:${await sha256Hex(subject.trim().toLowerCase())}`;
    checks.push(rateLimits.subject.limit({ key }));
  }
  const outcomes = await Promise.all(checks);
  return outcomes.every(({ success }) => success) ? undefined : REFUSALS.tooManyAttempts;
}

/** The four groups of an IPv6 address that a provider gives to one household. Source: RFC 6177. */
const IPV6_PREFIX_GROUPS = 4;

/** What callers are counted by: an IPv4 address, or the /64 that an IPv6 address belongs to. */
export function networkOf(address: string | null): string {
  if (address === null) return "unknown";
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const missing =
    tail === undefined ? 0 : 8 - groups.length - tail.split(":").filter(Boolean).length;
  const padded = [...groups, ...Array<string>(Math.max(0, missing)).fill("0")];
  return `${padded.slice(0, IPV6_PREFIX_GROUPS).map(withoutZeros).join(":")}::/64`;
}

function withoutZeros(group: string): string {
  return group.replace(/^0+(?=.)/, "");
}
