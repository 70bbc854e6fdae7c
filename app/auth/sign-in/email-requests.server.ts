/** At most one email a minute of each kind to an address, from all networks together. */
import { eq, lt, sql } from "drizzle-orm";
import { emailRequests } from "#drizzle/schema";
import type { Platform } from "~/platform/context.server";
import { driverError } from "~/platform/database-failure.server";
import { sha256Hex } from "~/platform/digest.server";
import { logError } from "~/platform/log.server";

/**
 * Claims the address for the rest of the minute: GoTrue's own pause per address does not hold for concurrent requests.
 * Undefined if it is claimed. Without the database, everyone gets a claim: people can sign in without it too.
 * `release` it if the email was not sent: the next request may then try again at once.
 */
export async function claimEmailRequest(
  platform: Platform,
  { kind, email, now = new Date() }: { kind: string; email: string; now?: Date },
) {
  const logFailure = (error: unknown) =>
    logError("auth.email_claim_failed", driverError(error), { requestId: platform.requestId });
  try {
    const minute = now.toISOString().slice(0, 16);
    const key = await sha256Hex(`${kind}:${email.trim().toLowerCase()}:${minute}`);
    const database = await platform.database.get();
    const expired = database
      .$with("expired")
      .as(
        database
          .delete(emailRequests)
          .where(lt(emailRequests.createdAt, sql`now() - interval '1 hour'`))
          .returning({ key: emailRequests.key }),
      );
    const claimed = await database
      .with(expired)
      .insert(emailRequests)
      .values({ key })
      .onConflictDoNothing()
      .returning({ key: emailRequests.key });
    if (claimed.length === 0) return undefined;
    const release = database.delete(emailRequests).where(eq(emailRequests.key, key));
    return { release: async () => release.catch(logFailure) };
  } catch (error) {
    logFailure(error);
    return { release: async () => {} };
  }
}
