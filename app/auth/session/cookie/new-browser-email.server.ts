import { sql } from "drizzle-orm";
import type { Platform } from "~/platform/context.server";
import { driverError } from "~/platform/database-failure.server";
import { logError } from "~/platform/log.server";
import type { AccessTokenClaims } from "../token/access-token.server";

/** Emails an account's owner about a sign-in with a browser that it does not know. Not on its first day. */
export async function enqueueNewBrowserEmail(
  platform: Platform,
  { userId, sessionId }: AccessTokenClaims,
): Promise<void> {
  try {
    const database = await platform.database.get();
    await database.execute(sql`
      insert into outgoing_emails (template, recipient, dedupe_key, payload)
      select 'new_browser', email, ${`new_browser:${sessionId}`},
        jsonb_build_object('userAgent', ${platform.userAgent}::text)
      from users where id = ${userId} and created_at < now() - interval '1 day'
      on conflict do nothing`);
  } catch (error) {
    const { requestId } = platform;
    logError("auth.email_failed", driverError(error), { requestId, purpose: "new-browser" });
  }
}
