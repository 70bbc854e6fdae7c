import { type AppError, REQUEST_ERRORS } from "~/http/app-error";
import type { Platform } from "./context.server";
import { sha256Hex } from "./digest.server";
import { hashLogSubject, logInfo } from "./log.server";

/** A call of a network, which is counted for each of the following that is known, too. */
interface RateLimitedCall {
  /** E.g. "sign-in"; each purpose has its own counters. */
  readonly purpose: string;
  /** A user, session or address that a cookie proves: limited more tightly than the network. */
  readonly account?: string;
  /** A user's page loads, which only a program repeats so often: counted in place of the network. */
  readonly pageLoadsOf?: string;
  /**
   * An email address that anyone can type: counted per network, so that others cannot exhaust its owner's
   * limit.
   */
  readonly typedAddress?: string;
}

/** Counts a call. Returns an error when a limit is exceeded, or undefined. */
export async function checkRateLimit(
  platform: Platform,
  { purpose, account, pageLoadsOf, typedAddress }: RateLimitedCall,
): Promise<AppError | undefined> {
  const { rateLimits, clientAddress } = platform;
  const caller =
    pageLoadsOf === undefined ? clientNetwork(clientAddress) : await hashSubject(pageLoadsOf);
  const prefix = keyPrefix(platform, purpose);
  const checks = [rateLimits.network.limit({ key: `${prefix}:${caller}` })];
  if (account !== undefined) {
    checks.push(rateLimits.identifier.limit({ key: `${prefix}:${await hashSubject(account)}` }));
  }
  if (typedAddress !== undefined) {
    const key = `${prefix}:${await hashSubject(typedAddress)}:${caller}`;
    checks.push(rateLimits.identifier.limit({ key }));
  }
  const outcomes = await Promise.all(checks);
  if (outcomes.every(({ success }) => success)) return undefined;
  const limited = account ?? pageLoadsOf ?? typedAddress;
  logInfo("request.rate_limited", {
    requestId: platform.requestId,
    purpose,
    subject: limited && (await hashLogSubject(limited)),
  });
  return REQUEST_ERRORS.tooManyAttempts;
}

/**
 * Counts a call from any network. True when the address gets more than one person's calls: require a
 * challenge.
 */
export async function isAddressLimitExceeded(
  platform: Pick<Platform, "rateLimits" | "config">,
  { purpose, typedAddress }: { readonly purpose: string; readonly typedAddress: string },
): Promise<boolean> {
  const { success } = await platform.rateLimits.identifier.limit({
    key: `${keyPrefix(platform, purpose)}:${await hashSubject(typedAddress)}`,
  });
  return !success;
}

/** Includes the site: Workers of one account with the same namespace would share counters. */
function keyPrefix({ config }: Pick<Platform, "config">, purpose: string): string {
  return `${config.siteUrl}:${purpose}`;
}

/** Keys leave the Worker, so they contain no email address. */
function hashSubject(subject: string): Promise<string> {
  return sha256Hex(subject.trim().toLowerCase());
}

/** A /64, the smallest prefix assigned to one site. Source: RFC 6177. */
const IPV6_PREFIX_GROUPS = 4;

/** The network that a caller is counted by: an IPv4 address, or the /64 of an IPv6 address. */
export function clientNetwork(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const missing =
    tail === undefined ? 0 : 8 - groups.length - tail.split(":").filter(Boolean).length;
  const padded = [...groups, ...Array<string>(Math.max(0, missing)).fill("0")];
  const prefix = padded.slice(0, IPV6_PREFIX_GROUPS).map((group) => group.replace(/^0+(?=.)/, ""));
  return `${prefix.join(":")}::/64`;
}
