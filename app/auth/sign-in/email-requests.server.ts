/** At most one email a minute of each kind to an address, from all networks together. */
import { lt, sql } from "drizzle-orm";
import { emailRequests } from "#drizzle/schema";
import type { Platform } from "~/platform/context.server";
import { driverError } from "~/platform/database-failure.server";
import { sha256Hex } from "~/platform/digest.server";
import { logError } from "~/platform/log.server";

/**
 * True for the first request of a minute: GoTrue's own pause per address does not hold for concurrent requests. Also true
 * while the database is unavailable, without which people can sign in too.
 */
export async function claimEmailRequest(
  platform: Platform,
  { kind, email, now = new Date() }: { kind: string; email: string; now?: Date },
): Promise<boolean> {
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
    return claimed.length > 0;
  } catch (error) {
    const { requestId } = platform;
    logError("auth.email_claim_failed", driverError(error), { requestId });
    return true;
  }
}
