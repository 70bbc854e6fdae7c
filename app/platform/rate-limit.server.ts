import { type AppError, ERRORS } from "~/forms/app-error";
import type { Platform } from "./context.server";
import { sha256Hex } from "./digest.server";
import { logRejected } from "./log.server";

export interface RateLimitedCall {
  /** What is being limited, e.g. "sign-in"; each purpose counts by itself. */
  readonly purpose: string;
  /** Whom it is done to, proven by their session or browser: limited more tightly than where it comes from. */
  readonly subject?: string;
  /** An address that anyone can type: limited for each network apart, or strangers could use up its owner's tries. */
  readonly target?: string;
}

/** The refusal for a caller, or a subject, that has had enough for now; undefined lets the call through. */
export async function checkRateLimit(
  platform: Platform,
  { purpose, subject, target }: RateLimitedCall,
): Promise<AppError | undefined> {
  const { rateLimits, clientAddress } = platform;
  const network = clientNetwork(clientAddress);
  const checks = [rateLimits.address.limit({ key: `${purpose}:${network}` })];
  if (subject !== undefined) {
    checks.push(rateLimits.subject.limit({ key: `${purpose}:${await hashSubject(subject)}` }));
  }
  if (target !== undefined) {
    const key = `${purpose}:${await hashSubject(target)}:${network}`;
    checks.push(rateLimits.subject.limit({ key }));
  }
  const outcomes = await Promise.all(checks);
  if (outcomes.every(({ success }) => success)) return undefined;
  await logRejected(platform, { purpose, subject: subject ?? target, reason: "limit" });
  return ERRORS.tooManyAttempts;
}

/** True when all callers together try one address more often than a person does. A reason to ask, not to refuse. */
export async function isTargetLimitExceeded(
  { rateLimits }: Pick<Platform, "rateLimits">,
  { purpose, target }: { readonly purpose: string; readonly target: string },
): Promise<boolean> {
  const { success } = await rateLimits.subject.limit({
    key: `${purpose}:${await hashSubject(target)}`,
  });
  return !success;
}

/** Keys leave the Worker, so a person's address does not stand in them. */
function hashSubject(person: string): Promise<string> {
  return sha256Hex(person.trim().toLowerCase());
}

/** The four groups of an IPv6 address that a provider gives to one household. Source: RFC 6177. */
const IPV6_PREFIX_GROUPS = 4;

/** What callers are counted by: an IPv4 address, or the /64 that an IPv6 address belongs to. */
export function clientNetwork(address: string | null): string {
  if (address === null) return "unknown";
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const missing =
    tail === undefined ? 0 : 8 - groups.length - tail.split(":").filter(Boolean).length;
  const padded = [...groups, ...Array<string>(Math.max(0, missing)).fill("0")];
  return `${padded.slice(0, IPV6_PREFIX_GROUPS).map(trimLeadingZeros).join(":")}::/64`;
}

function trimLeadingZeros(group: string): string {
  return group.replace(/^0+(?=.)/, "");
}
