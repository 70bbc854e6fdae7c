/**
 * Codes are spent by being entered, right or wrong: each once (RFC 6238, section 5.2), and ten at sign-in.
 */
import { type SQL, sql } from "drizzle-orm";
import type { LiveUserId } from "~/auth/session/live-session.server";
import type { Database } from "~/platform/database.server";
import { consumeQuota } from "~/platform/quota.server";

const MAX_ENTRIES = 10;
/** How long a code is not accepted again, which is longer than any code is valid. */
export const LOCKOUT_MIN = 15;
const WINDOW_S = LOCKOUT_MIN * 60;

export interface CodeEntry {
  readonly app: string;
  readonly code: string;
}

/**
 * Spends a code before it is checked, so that concurrent entries count. Returns why it may not be checked.
 */
export async function spendCode(
  database: Database,
  userId: LiveUserId,
  { app, code, isCounted }: CodeEntry & { readonly isCounted: boolean },
): Promise<"locked" | "already-entered" | undefined> {
  const take = (key: SQL, limit: number) =>
    consumeQuota(database, key, { limit, windowS: WINDOW_S });
  if (isCounted && !(await take(sql`'codes:' || ${userId}`, MAX_ENTRIES))) return "locked";
  const entry = sql`'code:' || ${userId} || ':' || ${app}::text || ':' || ${code}::text`;
  return (await take(entry, 1)) ? undefined : "already-entered";
}
