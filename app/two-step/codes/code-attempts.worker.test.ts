import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "~/platform/database.server";
import { asLiveUserId, createPerson, openPlatform } from "../../../tests/support/worker/fixtures";
import { type AttemptOutcome, finishCodeAttempt, startCodeAttempt } from "./code-attempts.server";

const platform = openPlatform();
afterAll(() => platform.close());

let database: Database;
let userId: string;
beforeEach(async () => {
  database = await platform.database.get();
  ({ userId } = await createPerson(platform));
});

let lastCode = 0;
function nextCode(): string {
  lastCode += 1;
  return String(lastCode).padStart(6, "0");
}

function start(code = nextCode(), isCounted = true, user = userId) {
  return startCodeAttempt(database, asLiveUserId(user), { code, isCounted });
}

async function finish(
  outcome: AttemptOutcome,
  ...attempt: Parameters<typeof start>
): Promise<void> {
  const started = await start(...attempt);
  if (typeof started === "string") throw new Error(started);
  await finishCodeAttempt(database, started, outcome);
}

async function enterWrongCodes(times: number, code?: string): Promise<void> {
  for (let count = 0; count < times; count += 1) await finish("wrong", code);
}

describe("wrong codes at sign-in", () => {
  test("lock the account after the tenth, also with the same code, and no other account", async () => {
    await enterWrongCodes(10, "000000");
    expect(await start()).toBe("locked");
    const other = await createPerson(platform);
    expect(await start(nextCode(), true, other.userId)).toHaveProperty("code");
  });

  test("count while they are pending, so concurrent attempts cannot exceed the limit", async () => {
    await enterWrongCodes(9);
    const started = await Promise.all([start(), start(), start()]);
    expect(started.filter((attempt) => attempt === "locked")).toHaveLength(2);
  });

  test.each(["used", "unchecked"] as const)(
    "do not include codes that were %s",
    async (outcome) => {
      for (let count = 0; count < 12; count += 1) await finish(outcome);
      expect(await start()).toHaveProperty("code");
    },
  );

  test("do not include those of the settings, which are not locked", async () => {
    for (let count = 0; count < 12; count += 1) await finish("wrong", nextCode(), false);
    expect(await start()).toHaveProperty("code");
  });
});

describe("a code", () => {
  test("that was used is not accepted again, at sign-in or in the settings, and not counted", async () => {
    const code = nextCode();
    await finish("used", code);
    expect(await start(code, false)).toBe("used");
    for (let count = 0; count < 12; count += 1) expect(await start(code)).toBe("used");
  });

  test.each(["wrong", "unchecked"] as const)(
    "that was %s may be entered again",
    async (outcome) => {
      const code = nextCode();
      await finish(outcome, code);
      expect(await start(code)).toHaveProperty("code");
    },
  );

  test("that another user used is accepted", async () => {
    const code = nextCode();
    const other = await createPerson(platform);
    await finish("used", code, true, other.userId);
    expect(await start(code)).toHaveProperty("code");
  });

  test("of an ended session is not claimed", async () => {
    const ended = sql<"live user id">`(select public.require_live_session(${userId}, ${userId}))`;
    const attempt = { code: nextCode(), isCounted: true };
    await expect(startCodeAttempt(database, ended, attempt)).rejects.toThrow();
  });
});
