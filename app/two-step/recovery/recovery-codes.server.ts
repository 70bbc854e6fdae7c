/** Recovery codes: made ten at a time, kept as salted hashes, each good once. */
import { and, count, eq } from "drizzle-orm";
import { recoveryCodes, users } from "#drizzle/schema";
import { requireLiveSession, type SessionRef } from "~/auth/session/live-session.server";
import type { Database } from "~/platform/database.server";
import { sha256Hex } from "~/platform/digest.server";
import { formatRecoveryCode, RECOVERY_ALPHABET, RECOVERY_CODE_LENGTH } from "./recovery-code";

const CODES_AT_ONCE = 10;

/** A code that was taken, so that it can be given back. */
export type ConsumedCode = typeof recoveryCodes.$inferSelect;

/**
 * Makes ten codes for a user and answers them, to be shown now: nobody can read them later. The codes from
 * before stop working. Of two calls at once, only the later one's codes work.
 */
export async function createRecoveryCodes(
  database: Database,
  session: SessionRef,
): Promise<string[]> {
  const { userId } = session;
  const codes = Array.from({ length: CODES_AT_ONCE }, randomCode);
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
 * Takes a code, after which it is worthless; undefined when the user has no such code. Of two tries at once,
 * one gets it. What is compared are salted hashes, so how long it takes tells nothing about a code.
 */
export async function consumeRecoveryCode(
  database: Database,
  session: SessionRef,
  code: string,
): Promise<ConsumedCode | undefined> {
  const owner = requireLiveSession(session);
  const left = await database.select().from(recoveryCodes).where(eq(recoveryCodes.userId, owner));
  for (const { salt, codeHash } of left) {
    if ((await hashCode(salt, code)) !== codeHash) continue;
    const [taken] = await database
      .delete(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, owner), eq(recoveryCodes.codeHash, codeHash)))
      .returning();
    return taken;
  }
  return undefined;
}

/** Gives back a code that was taken and then did nothing. */
export async function restoreRecoveryCode(database: Database, taken: ConsumedCode): Promise<void> {
  await database.insert(recoveryCodes).values(taken).onConflictDoNothing();
}

/** How many codes a user has left. */
export async function countRecoveryCodes(database: Database, userId: string): Promise<number> {
  const [row] = await database
    .select({ left: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId));
  return row?.left ?? 0;
}

/** Removes a user's codes, for when there is no app any more that they could stand in for. */
export async function deleteRecoveryCodes(database: Database, session: SessionRef): Promise<void> {
  await database.delete(recoveryCodes).where(eq(recoveryCodes.userId, requireLiveSession(session)));
}

/** 120 random bits: too many to be guessed from the hash, so a fast hash is enough. */
function randomCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RECOVERY_CODE_LENGTH));
  // 256 is a multiple of 32, so each character is as likely as any other.
  return Array.from(bytes, (byte) => RECOVERY_ALPHABET[byte % RECOVERY_ALPHABET.length]).join("");
}

function hashCode(salt: string, code: string): Promise<string> {
  return sha256Hex(`${salt}:${code}`);
}
