import { sql } from "drizzle-orm";
import type { Platform } from "~/platform/context.server";
import { driverError } from "~/platform/database-failure.server";
import { sha256Hex } from "~/platform/digest.server";
import { logError } from "~/platform/log.server";
import type { AccessTokenClaims } from "../token/access-token.server";

const MINUTE_MS = 60_000;

/**
 * Emails an account's owner about a sign-in with a browser that is new to it, except on the account's first
 * day. Sign-ins of one browser at one address within a minute, such as its tabs or a retry, get one email.
 */
export async function enqueueNewBrowserEmail(
  platform: Platform,
  { userId }: AccessTokenClaims,
): Promise<void> {
  const { clientAddress, userAgent } = platform;
  try {
    const browser = await sha256Hex(`${clientAddress} ${userAgent}`);
    const minute = Math.floor(Date.now() / MINUTE_MS);
    const database = await platform.database.get();
    await database.execute(sql`
      insert into outgoing_emails (template, recipient, dedupe_key, payload)
      select 'new_browser', email, ${`new_browser:${userId}:${browser}:${minute}`},
        jsonb_build_object('userAgent', ${userAgent}::text)
      from users where id = ${userId} and created_at < now() - interval '1 day'
      on conflict do nothing`);
  } catch (error) {
    const { requestId } = platform;
    logError("auth.email_failed", driverError(error), { requestId, purpose: "new-browser" });
  }
}
