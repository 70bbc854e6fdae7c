import { claim, release } from "~/platform/claims.server";
import type { Platform } from "~/platform/context.server";
import { driverError } from "~/platform/database-failure.server";
import { sha256Hex } from "~/platform/digest.server";
import { logError } from "~/platform/log.server";

/** At most one email of each kind to an address in this time, from all networks together. */
const WINDOW_S = 60;
/** The same for one kind that accounts ask for: each once, so that no other keeps the owner from it. */
const MAX_ACCOUNTS = 5;

interface EmailClaim {
  readonly kind: string;
  readonly email: string;
  /** The id of the account that asks: for whatever address, once a minute. */
  readonly account?: string;
}

/**
 * Runs `send` unless an email of this kind went to the address within a minute, then undefined: GoTrue's own
 * pause does not hold for concurrent requests. An error of `send` does not count. Without the database, every
 * email is sent.
 */
export async function sendOncePerMinute<Sent extends { readonly error: unknown }>(
  platform: Platform,
  { kind, email, account }: EmailClaim,
  send: () => Promise<Sent>,
): Promise<Sent | undefined> {
  const logFailure = (error: unknown) => {
    logError("auth.email_claim_failed", driverError(error), { requestId: platform.requestId });
    return null;
  };
  const target = `${kind}:${email.trim().toLowerCase()}`;
  const database = await platform.database.get().catch(logFailure);
  const take = async (name: string, limit: number) => {
    const key = `email:${await sha256Hex(name)}`;
    return database && claim(database, key, { limit, windowS: WINDOW_S }).catch(logFailure);
  };
  const claimed = await take(account ? `${account}:${kind}` : target, 1);
  if (claimed === undefined) return undefined;
  if (account && (await take(target, MAX_ACCOUNTS)) === undefined) return undefined;
  const sending = send();
  // Server-Timing would show that there was an error, which can depend on the address.
  platform.afterResponse(async () => {
    const { error } = await sending;
    if (error && database && claimed) await release(database, claimed).catch(logFailure);
  });
  return sending;
}
