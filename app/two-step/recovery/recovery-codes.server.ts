/** Recovery codes: created ten at a time, stored as salted hashes, each valid once. */
import { and, count, eq, type SQL, sql } from "drizzle-orm";
import { recoveryCodes, users } from "#drizzle/schema";
import {
  type LiveUserId,
  requireLiveSession,
  type SessionRef,
} from "~/auth/session/live-session.server";
import type { Database } from "~/platform/database.server";
import { sha256Hex } from "~/platform/digest.server";
import { formatRecoveryCode, RECOVERY_ALPHABET, RECOVERY_CODE_LENGTH } from "../recovery-code";

const CODES_PER_SET = 10;
/**
 * A bcrypt salt: a cost of 10, the least that OWASP's Password Storage Cheat Sheet allows, and 128 random
 * bits.
 */
const SALT_PREFIX = "$2a$10$";
const SALT_ALPHABET = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const SALT_LENGTH = 22;

/** Creates ten codes, shown once, in place of earlier ones; of two concurrent calls, the later counts. */
export async function generateRecoveryCodes(database: Database, session: SessionRef) {
  const { userId } = session;
  const codes = Array.from({ length: CODES_PER_SET }, () =>
    randomText(RECOVERY_ALPHABET, RECOVERY_CODE_LENGTH),
  );
  const salt = SALT_PREFIX + randomText(SALT_ALPHABET, SALT_LENGTH);
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
  const [set] = await database
    .select({ salt: recoveryCodes.salt })
    .from(recoveryCodes)
    .where(isOwner)
    .limit(1);
  if (!set) return undefined;
  const isCode = eq(recoveryCodes.codeHash, await hashCode(set.salt, code));
  const [found] = await database.select().from(recoveryCodes).where(and(isOwner, isCode));
  return found?.codeHash;
}

/**
 * Spends a code, emails its owner and ends other sessions, or does none of it. False if it was spent before.
 */
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
export async function countRecoveryCodes(database: Database, userId: LiveUserId): Promise<number> {
  const [row] = await database
    .select({ remaining: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId));
  return row?.remaining ?? 0;
}

function randomText(alphabet: string, length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  // 256 is a multiple of 32 and 64, so the distribution is uniform.
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join("");
}

/** The stored hash as SQL: Postgres computes the slow one, once in a statement, and never sees the code. */
async function hashCode(salt: string, code: string): Promise<SQL<string>> {
  return sql`(select public.hash_recovery_code(${await sha256Hex(`${salt}:${code}`)}, ${salt}))`;
}
