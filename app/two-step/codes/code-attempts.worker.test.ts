import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { codeTries } from "#drizzle/schema";
import { asLiveUserId, createPerson, openPlatform } from "../../../tests/support/worker-world";
import { countFailedAttempts, startCodeAttempt } from "./code-attempts.server";

const platform = openPlatform();
afterAll(() => platform.close());

let userId: string;
beforeEach(async () => {
  ({ userId } = await createPerson(platform));
});

async function tryWrongly(times: number): Promise<void> {
  const database = await platform.database.get();
  for (let count = 0; count < times; count += 1)
    await startCodeAttempt(database, asLiveUserId(userId));
}

describe("tries of a code", () => {
  test("are refused from the eleventh wrong one in a quarter of an hour on", async () => {
    const database = await platform.database.get();
    await tryWrongly(10);
    expect(await startCodeAttempt(database, asLiveUserId(userId))).toMatchObject({
      ok: false,
      refusal: { status: 429, retryAfterS: 900 },
    });
  });

  test("that were right do not count", async () => {
    const database = await platform.database.get();
    for (let count = 0; count < 12; count += 1) {
      const begun = await startCodeAttempt(database, asLiveUserId(userId));
      if (!begun.ok) throw new Error("refused");
      await begun.attempt.forget();
    }
    expect(await countFailedAttempts(database, userId)).toBe(0);
  });

  test("that are refused do not make the wait longer, and of others nobody has to wait", async () => {
    const database = await platform.database.get();
    await tryWrongly(14);
    expect(await countFailedAttempts(database, userId)).toBe(10);
    const other = await createPerson(platform);
    expect(await startCodeAttempt(database, asLiveUserId(other.userId))).toMatchObject({
      ok: true,
    });
  });

  test("are free again once the quarter of an hour is over, and the owner still hears of them", async () => {
    const database = await platform.database.get();
    const triedAt = new Date(Date.now() - 16 * 60_000);
    await database
      .insert(codeTries)
      .values(Array.from({ length: 10 }, () => ({ userId, triedAt })));
    expect(await startCodeAttempt(database, asLiveUserId(userId))).toMatchObject({ ok: true });
    expect(await countFailedAttempts(database, userId)).toBe(11);
  });
});
