import { claim, release } from "~/platform/claims.server";
import type { Platform } from "~/platform/context.server";
import { driverError } from "~/platform/database-failure.server";
import { sha256Hex } from "~/platform/digest.server";
import { logError } from "~/platform/log.server";

/** At most one email of each kind to an address in this time, from all networks together. */
const WINDOW_S = 60;

/**
 * Runs `send`, unless an email of this kind was requested for the address within a minute: GoTrue's own pause
 * per address does not hold for concurrent requests. Undefined if it was. An error of `send` does not count.
 * Without the database, every email is sent: people can sign in without it too.
 */
export async function sendOncePerMinute<Sent extends { readonly error: unknown }>(
  platform: Platform,
  { kind, email }: { readonly kind: string; readonly email: string },
  send: () => Promise<Sent>,
): Promise<Sent | undefined> {
  const logFailure = (error: unknown) => {
    logError("auth.email_claim_failed", driverError(error), { requestId: platform.requestId });
    return null;
  };
  const key = `email:${await sha256Hex(`${kind}:${email.trim().toLowerCase()}`)}`;
  const database = await platform.database.get().catch(logFailure);
  const limit = { limit: 1, windowS: WINDOW_S };
  const claimed = await (database && claim(database, key, limit).catch(logFailure));
  if (claimed === undefined) return undefined;
  const sending = send();
  // Server-Timing would show that there was an error, which can depend on the address.
  platform.afterResponse(async () => {
    const { error } = await sending;
    if (error && database && claimed) await release(database, claimed).catch(logFailure);
  });
  return sending;
}
