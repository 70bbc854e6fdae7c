import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { SessionRef } from "~/auth/session/live-session.server";
import type { Database } from "~/platform/database.server";
import { createPerson, openPlatform, openSession } from "../../../tests/support/worker-world";
import { isRecoveryCode, normalizeRecoveryCode } from "./recovery-code";
import {
  consumeRecoveryCode,
  countRecoveryCodes,
  createRecoveryCodes,
  deleteRecoveryCodes,
  restoreRecoveryCode,
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

const take = (typed = "") => consumeRecoveryCode(database, session, normalizeRecoveryCode(typed));

describe("recovery codes", () => {
  test("are ten, all different, as they are typed", async () => {
    const codes = await createRecoveryCodes(database, session);
    expect(new Set(codes).size).toBe(10);
    expect(codes.every((code) => isRecoveryCode(normalizeRecoveryCode(code)))).toBe(true);
    expect(await countRecoveryCodes(database, userId)).toBe(10);
  });

  test("are good once each, however they are typed", async () => {
    const [first, second] = await createRecoveryCodes(database, session);
    expect(await take(first?.toLowerCase())).toMatchObject({ userId });
    expect(await take(first)).toBeUndefined();
    expect(await take(second)).toMatchObject({ userId });
    expect(await countRecoveryCodes(database, userId)).toBe(8);
  });

  test("go to one of two tries at once", async () => {
    const [code] = await createRecoveryCodes(database, session);
    const other = openPlatform();
    const tries = await Promise.all([
      take(code),
      consumeRecoveryCode(await other.database.get(), session, normalizeRecoveryCode(code ?? "")),
    ]);
    await other.database.close();
    expect(tries.filter(Boolean)).toHaveLength(1);
  });

  test("of somebody else are worthless", async () => {
    const stranger = await openSession(platform, await createPerson(platform));
    const [code] = await createRecoveryCodes(database, stranger);
    expect(await take(code)).toBeUndefined();
    expect(await countRecoveryCodes(database, stranger.userId)).toBe(10);
  });

  test("from before stop working when new ones are made, also by two calls at once", async () => {
    const [old] = await createRecoveryCodes(database, session);
    const other = openPlatform();
    const sets = await Promise.all([
      createRecoveryCodes(database, session),
      createRecoveryCodes(await other.database.get(), session),
    ]);
    await other.database.close();
    expect(await take(old)).toBeUndefined();
    expect(await countRecoveryCodes(database, userId)).toBe(10);
    const taken = [await take(sets[0][0]), await take(sets[1][0])];
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  test("that did nothing are given back", async () => {
    const [code] = await createRecoveryCodes(database, session);
    const taken = await take(code);
    if (!taken) throw new Error("The code was not taken");
    await restoreRecoveryCode(database, taken);
    expect(await take(code)).toMatchObject({ userId });
  });

  test("are stored as nothing that could be typed, and removed for good", async () => {
    const codes = await createRecoveryCodes(database, session);
    const { rows } = await database.execute(
      sql`select code_hash, salt from recovery_codes where user_id = ${userId}`,
    );
    const stored = JSON.stringify(rows).toUpperCase();
    for (const code of codes) expect(stored).not.toContain(normalizeRecoveryCode(code));
    await deleteRecoveryCodes(database, session);
    expect(await countRecoveryCodes(database, userId)).toBe(0);
  });
});
