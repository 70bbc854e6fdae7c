import type { Platform } from "~/platform/context.server";
import { driverError } from "~/platform/database-failure.server";
import { sha256Hex } from "~/platform/digest.server";
import { logError } from "~/platform/log.server";
import { consumeQuota, refundQuota } from "~/platform/quota.server";

/** At most one email of each kind to an address in this time, from all networks together. */
const WINDOW_S = 60;
/** An account's own requests: five accounts a minute per address, so one account can't block the others. */
const MAX_ACCOUNTS_PER_ADDRESS = 5;

interface EmailRequest {
  readonly kind: string;
  readonly email: string;
  /** The id of the account that asks. It may ask once a minute, for any address. */
  readonly account?: string;
}

/**
 * Runs `send` unless an email of this kind went to the address within a minute, then undefined: Supabase
 * Auth's own pause does not hold for concurrent requests. An error of `send` does not count. Without the
 * database, every email is sent.
 */
export async function sendOncePerMinute<Sent extends { readonly error: unknown }>(
  platform: Platform,
  { kind, email, account }: EmailRequest,
  send: () => Promise<Sent>,
): Promise<Sent | undefined> {
  const logFailure = (error: unknown) => {
    logError("auth.email_quota_failed", driverError(error), { requestId: platform.requestId });
    return null;
  };
  const target = `${kind}:${email.trim().toLowerCase()}`;
  const database = await platform.database.get().catch(logFailure);
  const take = async (name: string, limit: number) => {
    const key = `email:${await sha256Hex(name)}`;
    return database && consumeQuota(database, key, { limit, windowS: WINDOW_S }).catch(logFailure);
  };
  const used = await take(account ? `${account}:${kind}` : target, 1);
  if (used === undefined) return undefined;
  if (account && (await take(target, MAX_ACCOUNTS_PER_ADDRESS)) === undefined) return undefined;
  const sending = send();
  // Server-Timing would show that there was an error, which can depend on the address.
  platform.afterResponse(async () => {
    const { error } = await sending;
    if (error && database && used) await refundQuota(database, used).catch(logFailure);
  });
  return sending;
}
