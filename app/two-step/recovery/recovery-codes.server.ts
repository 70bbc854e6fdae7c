/** Recovery codes: created ten at a time, stored as salted hashes, each valid once. */
import { and, count, eq, sql } from "drizzle-orm";
import { outgoingEmails, recoveryCodes, users } from "#drizzle/schema";
import { requireLiveSession, type SessionRef } from "~/auth/session/live-session.server";
import type { Database } from "~/platform/database.server";
import { sha256Hex } from "~/platform/digest.server";
import { formatRecoveryCode, RECOVERY_ALPHABET, RECOVERY_CODE_LENGTH } from "./recovery-code";

const CODES_PER_SET = 10;

/** Longer than redeeming a code takes, so that the email can be recalled with the code. */
const EMAIL_DELAY_S = 120;

/** A consumed code, which `restoreRecoveryCode` can make valid again. */
export type ConsumedCode = typeof recoveryCodes.$inferSelect;

/**
 * Creates ten codes for a user and returns them to be shown once. Previous codes stop working; of two concurrent
 * calls, only the codes of the later one work. Throws for an ended session.
 */
export async function createRecoveryCodes(database: Database, session: SessionRef) {
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

/**
 * Consumes a code and emails its owner; undefined if the user has no such code. Of two concurrent calls, one gets it.
 * Salted hashes are compared, so the time it takes reveals nothing about a code. Throws for an ended session.
 */
export async function consumeRecoveryCode(database: Database, session: SessionRef, code: string) {
  const owner = requireLiveSession(session);
  const stored = await database.select().from(recoveryCodes).where(eq(recoveryCodes.userId, owner));
  for (const { salt, codeHash } of stored) {
    if ((await hashCode(salt, code)) !== codeHash) continue;
    return database.transaction(async (tx) => {
      const [consumed] = await tx
        .delete(recoveryCodes)
        .where(and(eq(recoveryCodes.userId, owner), eq(recoveryCodes.codeHash, codeHash)))
        .returning();
      if (consumed) await enqueueCodeUsedEmail(tx, session, consumed);
      return consumed;
    });
  }
  return undefined;
}

function enqueueCodeUsedEmail(
  database: Pick<Database, "execute">,
  { userId, sessionId }: SessionRef,
  consumed: ConsumedCode,
) {
  return database.execute(sql`
    insert into outgoing_emails (template, recipient, dedupe_key, next_attempt_at, payload)
    select 'recovery_code_used', email, ${dedupeKeyOf(consumed)},
      now() + make_interval(secs => ${EMAIL_DELAY_S}),
      jsonb_build_object('userAgent',
        (select user_agent from public.list_devices(${userId}) where id = ${sessionId}))
    from users where id = ${userId}`);
}

const dedupeKeyOf = ({ codeHash }: ConsumedCode) => `recovery_code_used:${codeHash}`;

/** Makes a consumed code valid again and recalls its email, after what it was consumed for failed. */
export async function restoreRecoveryCode(database: Database, consumed: ConsumedCode) {
  await database.transaction(async (tx) => {
    await tx.insert(recoveryCodes).values(consumed).onConflictDoNothing();
    await tx.delete(outgoingEmails).where(eq(outgoingEmails.dedupeKey, dedupeKeyOf(consumed)));
  });
}

/** How many valid codes a user has. */
export async function countRecoveryCodes(database: Database, userId: string): Promise<number> {
  const [row] = await database
    .select({ remaining: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId));
  return row?.remaining ?? 0;
}

/** 120 random bits cannot be found from their hash, so a fast hash is enough. */
function randomCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RECOVERY_CODE_LENGTH));
  // 256 is a multiple of 32, so the distribution is uniform.
  return Array.from(bytes, (byte) => RECOVERY_ALPHABET[byte % RECOVERY_ALPHABET.length]).join("");
}

function hashCode(salt: string, code: string): Promise<string> {
  return sha256Hex(`${salt}:${code}`);
}
