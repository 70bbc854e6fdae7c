/**
 * Attempts at entering an authenticator code. Each code is accepted once (RFC 6238, section 5.2), and wrong
 * codes at sign-in lock the account.
 */
import { type SQL, sql } from "drizzle-orm";
import type { LiveUserId } from "~/auth/session/live-session.server";
import { type Claim, claim, release } from "~/platform/claims.server";
import type { Database } from "~/platform/database.server";

const MAX_WRONG_CODES = 10;
/** Also how long a code is not accepted again, which is longer than any is valid. */
export const LOCKOUT_MIN = 15;
const WINDOW_S = LOCKOUT_MIN * 60;

/**
 * `used`: accepted, or its outcome is unknown, so it is not accepted again. `wrong`: counts if it was entered at
 * sign-in. `unchecked`: as if it had not been entered.
 */
export type AttemptOutcome = "used" | "wrong" | "unchecked";

interface CodeAttempt {
  readonly code: Claim;
  /** Counts as wrong until it is known to be right. Undefined in the settings, which are not locked. */
  readonly wrong: Claim | undefined;
}

/**
 * Claims an attempt before the auth server checks it, so that concurrent attempts count too. Returns why it
 * may not go ahead: the code was entered before, or there were too many wrong ones. Throws for an ended
 * session.
 */
export async function startCodeAttempt(
  database: Database,
  userId: LiveUserId,
  { code, isCounted }: { readonly code: string; readonly isCounted: boolean },
): Promise<CodeAttempt | "used" | "locked"> {
  const take = (key: SQL, limit: number) => claim(database, key, { limit, windowS: WINDOW_S });
  const wrong = isCounted
    ? await take(sql`'wrong-codes:' || ${userId}`, MAX_WRONG_CODES)
    : undefined;
  if (isCounted && !wrong) return "locked";
  const claimed = await take(sql`'code:' || ${userId} || ':' || ${code}`, 1);
  if (claimed) return { code: claimed, wrong };
  if (wrong) await release(database, wrong);
  return "used";
}

/** Releases what the outcome of an attempt does not count toward. */
export async function finishCodeAttempt(
  database: Database,
  { code, wrong }: CodeAttempt,
  outcome: AttemptOutcome,
): Promise<void> {
  if (outcome !== "used") await release(database, code);
  if (wrong && outcome !== "wrong") await release(database, wrong);
}
