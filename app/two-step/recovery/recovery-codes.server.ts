/** Recovery codes: created ten at a time, stored as salted hashes, each valid once. */
import { count, eq, sql } from "drizzle-orm";
import { recoveryCodes, users } from "#drizzle/schema";
import { type LiveUserId, requireLiveSession, type SessionRef } from "~/auth/session/live-session.server";
import type { Database } from "~/platform/database.server";
import { sha256Hex } from "~/platform/digest.server";
import { formatRecoveryCode, RECOVERY_ALPHABET, RECOVERY_CODE_LENGTH } from "./recovery-code";

const CODES_PER_SET = 10;

/** Creates ten codes, shown once, in place of earlier ones; of two concurrent calls, the later counts. */
export async function generateRecoveryCodes(database: Database, session: SessionRef) {
  const { userId } = session;
  const codes = Array.from({ length: CODES_PER_SET }, randomCode);
  const salt = crypto.randomUUID();
  const rows = await Promise.all(
    codes.map(async (code) => ({ userId, salt, codeHash: await hashCode(salt, code) })),
  );
  await database.transaction(async (tx) => {
    const isOwner = eq(users.id, requireLiveSession(session));
    await tx.select({ id: users.id }).from(users).where(isOwner).for("update");
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    await tx.insert(recoveryCodes).values(rows);
  });
  return codes.map(formatRecoveryCode);
}

/** The stored hash of a code; undefined if the user has no such code. Throws for an ended session. */
export async function findRecoveryCode(database: Database, session: SessionRef, code: string) {
  const isOwner = eq(recoveryCodes.userId, requireLiveSession(session));
  const stored = await database.select().from(recoveryCodes).where(isOwner);
  const codeHash = await hashCode(stored[0]?.salt ?? "", code);
  return stored.find((each) => each.codeHash === codeHash)?.codeHash;
}

/** Spends a code, emails its owner and ends other sessions, or does none of it. False if it was spent before. */
export async function spendRecoveryCode(database: Database, session: SessionRef, codeHash: string) {
  const { userId, sessionId } = session;
  const { rows } = await database.execute(sql`
    with spent as (
      delete from recovery_codes
      where user_id = ${requireLiveSession(session)} and code_hash = ${codeHash}
      returning user_id
    ), emailed as (
      insert into outgoing_emails (template, recipient, dedupe_key, payload)
      select 'recovery_code_used', email, ${`recovery_code_used:${codeHash}`}, jsonb_build_object('userAgent',
        (select user_agent from public.list_devices(${userId}) where id = ${sessionId}))
      from users join spent on user_id = id
      on conflict do nothing
    )
    select public.sign_out_other_devices(user_id, ${sessionId}) from spent`);
  return rows.length > 0;
}

/** How many valid codes a user has. */
export async function countRecoveryCodes(
  database: Database,
  userId: LiveUserId,
): Promise<number> {
  const [row] = await database
    .select({ remaining: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId));
  return row?.remaining ?? 0;
}

function randomCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RECOVERY_CODE_LENGTH));
  // 256 is a multiple of 32, so the distribution is uniform.
  return Array.from(bytes, (byte) => RECOVERY_ALPHABET[byte % RECOVERY_ALPHABET.length]).join("");
}

/**
 * A fast hash: the same database has the apps' secrets, which Supabase does not encrypt by default, and a slow one
 * takes a second of CPU time per set.
 */
const hashCode = (salt: string, code: string) => sha256Hex(`${salt}:${code}`);
