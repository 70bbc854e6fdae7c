import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { recoveryCodes } from "#drizzle/schema";
import type { SessionRef } from "~/auth/session/live-session.server";
import type { Database } from "~/platform/database.server";
import { sha256Hex } from "~/platform/digest.server";
import {
  asLiveUserId,
  createPerson,
  openPlatform,
  openSession,
} from "../../../tests/support/worker/fixtures";
import { isRecoveryCode, normalizeRecoveryCode } from "../recovery-code";
import {
  countRecoveryCodes,
  findRecoveryCode,
  generateRecoveryCodes,
  spendRecoveryCode,
} from "./recovery-codes.server";

const platform = openPlatform();
let database: Database;
let session: SessionRef;
let userId: string;

beforeEach(async () => {
  database = await platform.database.get();
  session = await openSession(platform, await createPerson(platform));
  ({ userId } = session);
});
afterAll(() => platform.database.close());

const find = (typed = "") => findRecoveryCode(database, session, normalizeRecoveryCode(typed));

async function use(typed = ""): Promise<boolean> {
  const codeHash = await find(typed);
  return codeHash !== undefined && spendRecoveryCode(database, session, codeHash);
}

describe("recovery codes", () => {
  test("are ten different codes in the display format", async () => {
    const codes = await generateRecoveryCodes(database, session);
    expect(new Set(codes).size).toBe(10);
    expect(codes.every((code) => isRecoveryCode(normalizeRecoveryCode(code)))).toBe(true);
    expect(await countRecoveryCodes(database, asLiveUserId(userId))).toBe(10);
  });

  test("are valid once each, in any spelling", async () => {
    const [first, second] = await generateRecoveryCodes(database, session);
    expect(await use(first?.toLowerCase())).toBe(true);
    expect(await use(first)).toBe(false);
    expect(await use(second)).toBe(true);
    expect(await countRecoveryCodes(database, asLiveUserId(userId))).toBe(8);
  });

  test("of 24 characters and with a fast hash, as version 0.1 created them, are valid", async () => {
    const [code, salt] = ["0123456789ABCDEFGHJKMNPQ", "salt"];
    const codeHash = await sha256Hex(`${salt}:${code}`);
    await database.insert(recoveryCodes).values({ userId, salt, codeHash });
    expect(await use("0123-4567-89AB-CDEF-GHJK-MNPQ")).toBe(true);
  });

  test("of another user are not valid", async () => {
    const other = await openSession(platform, await createPerson(platform));
    const [code] = await generateRecoveryCodes(database, other);
    expect(await find(code)).toBeUndefined();
    expect(await countRecoveryCodes(database, asLiveUserId(other.userId))).toBe(10);
  });

  test("stop working when new ones are created, even by two concurrent calls", async () => {
    const [old] = await generateRecoveryCodes(database, session);
    const other = openPlatform();
    const sets = await Promise.all([
      generateRecoveryCodes(database, session),
      generateRecoveryCodes(await other.database.get(), session),
    ]);
    await other.database.close();
    expect(await find(old)).toBeUndefined();
    expect(await countRecoveryCodes(database, asLiveUserId(userId))).toBe(10);
    const found = [await find(sets[0][0]), await find(sets[1][0])];
    expect(found.filter(Boolean)).toHaveLength(1);
  });

  test("are stored as hashes that are slow to try", async () => {
    const codes = (await generateRecoveryCodes(database, session)).map(normalizeRecoveryCode);
    const { rows } = await database.execute<{ code_hash: string; salt: string }>(
      sql`select code_hash, salt from recovery_codes where user_id = ${userId}`,
    );
    const stored = JSON.stringify(rows).toUpperCase();
    for (const code of codes) expect(stored).not.toContain(code);
    for (const { code_hash, salt } of rows) {
      expect(code_hash).toMatch(/^\$2a\$10\$[./\w]{53}$/);
      for (const code of codes) expect(code_hash).not.toBe(await sha256Hex(`${salt}:${code}`));
    }
  });
});
