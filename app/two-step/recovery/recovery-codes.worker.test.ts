import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { SessionRef } from "~/auth/session/live-session.server";
import type { Database } from "~/platform/database.server";
import { createPerson, openPlatform, openSession } from "../../../tests/support/worker/fixtures";
import { isRecoveryCode, normalizeRecoveryCode } from "./recovery-code";
import {
  consumeRecoveryCode,
  countRecoveryCodes,
  createRecoveryCodes,
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

const consume = (typed = "") =>
  consumeRecoveryCode(database, session, normalizeRecoveryCode(typed));

describe("recovery codes", () => {
  test("are ten different codes in the display format", async () => {
    const codes = await createRecoveryCodes(database, session);
    expect(new Set(codes).size).toBe(10);
    expect(codes.every((code) => isRecoveryCode(normalizeRecoveryCode(code)))).toBe(true);
    expect(await countRecoveryCodes(database, userId)).toBe(10);
  });

  test("are valid once each, in any spelling", async () => {
    const [first, second] = await createRecoveryCodes(database, session);
    expect(await consume(first?.toLowerCase())).toMatchObject({ userId });
    expect(await consume(first)).toBeUndefined();
    expect(await consume(second)).toMatchObject({ userId });
    expect(await countRecoveryCodes(database, userId)).toBe(8);
  });

  test("email the owner once used, but not when they become valid again", async () => {
    const emails = async () => {
      const { rows } = await database.execute(sql`
        select template, next_attempt_at > now() + interval '1 minute' as waits, payload ? 'userAgent' as "hasDevice"
        from outgoing_emails where recipient = (select email from users where id = ${userId})`);
      return rows;
    };
    const [code] = await createRecoveryCodes(database, session);
    expect(await consume("AAAA-BBBB-CCCC-DDDD-EEEE-FFFF")).toBeUndefined();
    expect(await emails()).toEqual([]);
    const consumed = await consume(code);
    expect(await emails()).toEqual([
      { template: "recovery_code_used", waits: true, hasDevice: true },
    ]);
    if (consumed) await restoreRecoveryCode(database, consumed);
    expect(await emails()).toEqual([]);
  });

  test("go to one of two concurrent attempts", async () => {
    const [code] = await createRecoveryCodes(database, session);
    const other = openPlatform();
    const attempts = await Promise.all([
      consume(code),
      consumeRecoveryCode(await other.database.get(), session, normalizeRecoveryCode(code ?? "")),
    ]);
    await other.database.close();
    expect(attempts.filter(Boolean)).toHaveLength(1);
  });

  test("of another user are not valid", async () => {
    const other = await openSession(platform, await createPerson(platform));
    const [code] = await createRecoveryCodes(database, other);
    expect(await consume(code)).toBeUndefined();
    expect(await countRecoveryCodes(database, other.userId)).toBe(10);
  });

  test("stop working when new ones are created, even by two concurrent calls", async () => {
    const [old] = await createRecoveryCodes(database, session);
    const other = openPlatform();
    const sets = await Promise.all([
      createRecoveryCodes(database, session),
      createRecoveryCodes(await other.database.get(), session),
    ]);
    await other.database.close();
    expect(await consume(old)).toBeUndefined();
    expect(await countRecoveryCodes(database, userId)).toBe(10);
    const consumed = [await consume(sets[0][0]), await consume(sets[1][0])];
    expect(consumed.filter(Boolean)).toHaveLength(1);
  });

  test("can be restored after they were consumed", async () => {
    const [code] = await createRecoveryCodes(database, session);
    const consumed = await consume(code);
    if (!consumed) throw new Error("The code was not consumed");
    await restoreRecoveryCode(database, consumed);
    expect(await consume(code)).toMatchObject({ userId });
  });

  test("are stored as hashes", async () => {
    const codes = await createRecoveryCodes(database, session);
    const { rows } = await database.execute(
      sql`select code_hash, salt from recovery_codes where user_id = ${userId}`,
    );
    const stored = JSON.stringify(rows).toUpperCase();
    for (const code of codes) expect(stored).not.toContain(normalizeRecoveryCode(code));
  });
});
