import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "~/platform/database.server";
import { createPerson, openPlatform } from "../../tests/support/worker-world";
import { isRecoveryCode, normalizeRecoveryCode } from "./recovery-code";
import {
  countRecoveryCodes,
  deleteRecoveryCodes,
  makeRecoveryCodes,
  returnRecoveryCode,
  takeRecoveryCode,
} from "./recovery-codes.server";

const platform = openPlatform();
let database: Database;
let userId: string;

beforeEach(async () => {
  database = await platform.database.get();
  ({ userId } = await createPerson(platform));
});
afterAll(() => platform.database.close());

const take = (typed = "", owner = userId) =>
  takeRecoveryCode(database, { userId: owner, code: normalizeRecoveryCode(typed) });

describe("recovery codes", () => {
  test("are ten, all different, as they are typed", async () => {
    const codes = await makeRecoveryCodes(database, userId);
    expect(new Set(codes).size).toBe(10);
    expect(codes.every((code) => isRecoveryCode(normalizeRecoveryCode(code)))).toBe(true);
    expect(await countRecoveryCodes(database, userId)).toBe(10);
  });

  test("are good once each, however they are typed", async () => {
    const [first, second] = await makeRecoveryCodes(database, userId);
    expect(await take(first?.toLowerCase())).toMatchObject({ userId });
    expect(await take(first)).toBeUndefined();
    expect(await take(second)).toMatchObject({ userId });
    expect(await countRecoveryCodes(database, userId)).toBe(8);
  });

  test("go to one of two tries at once", async () => {
    const [code] = await makeRecoveryCodes(database, userId);
    const other = openPlatform();
    const tries = await Promise.all([
      take(code),
      takeRecoveryCode(await other.database.get(), {
        userId,
        code: normalizeRecoveryCode(code ?? ""),
      }),
    ]);
    await other.database.close();
    expect(tries.filter(Boolean)).toHaveLength(1);
  });

  test("of somebody else are worthless", async () => {
    const stranger = await createPerson(platform);
    const [code] = await makeRecoveryCodes(database, stranger.userId);
    expect(await take(code)).toBeUndefined();
    expect(await countRecoveryCodes(database, stranger.userId)).toBe(10);
  });

  test("from before stop working when new ones are made, also by two calls at once", async () => {
    const [old] = await makeRecoveryCodes(database, userId);
    const other = openPlatform();
    const sets = await Promise.all([
      makeRecoveryCodes(database, userId),
      makeRecoveryCodes(await other.database.get(), userId),
    ]);
    await other.database.close();
    expect(await take(old)).toBeUndefined();
    expect(await countRecoveryCodes(database, userId)).toBe(10);
    const taken = [await take(sets[0][0]), await take(sets[1][0])];
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  test("that did nothing are given back", async () => {
    const [code] = await makeRecoveryCodes(database, userId);
    const taken = await take(code);
    if (!taken) throw new Error("The code was not taken");
    await returnRecoveryCode(database, taken);
    expect(await take(code)).toMatchObject({ userId });
  });

  test("are stored as nothing that could be typed, and removed for good", async () => {
    const codes = await makeRecoveryCodes(database, userId);
    const { rows } = await database.execute(
      sql`select code_hash, salt from recovery_codes where user_id = ${userId}`,
    );
    const stored = JSON.stringify(rows).toUpperCase();
    for (const code of codes) expect(stored).not.toContain(normalizeRecoveryCode(code));
    await deleteRecoveryCodes(database, userId);
    expect(await countRecoveryCodes(database, userId)).toBe(0);
  });
});
