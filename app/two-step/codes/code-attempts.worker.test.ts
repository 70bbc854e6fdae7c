import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { codeAttempts } from "#drizzle/schema";
import type { Database } from "~/platform/database.server";
import { asLiveUserId, createPerson, openPlatform } from "../../../tests/support/worker/fixtures";
import { finishCodeAttempt, startCodeAttempt } from "./code-attempts.server";

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
  outcome: Parameters<typeof finishCodeAttempt>[2],
  ...attempt: Parameters<typeof start>
): Promise<void> {
  const started = await start(...attempt);
  if (typeof started === "string") throw new Error(started);
  await finishCodeAttempt(database, started, outcome);
}

async function enterWrongCodes(times: number, code?: string): Promise<void> {
  for (let count = 0; count < times; count += 1) await finish("wrong", code);
}

const countAttempts = () => database.$count(codeAttempts, eq(codeAttempts.userId, userId));

describe("wrong codes at sign-in", () => {
  test("lock the account after the tenth within 15 minutes", async () => {
    await enterWrongCodes(10);
    expect(await start()).toBe("locked");
  });

  test("count each time, even when the code is the same", async () => {
    await enterWrongCodes(10, "000000");
    expect(await start("000000")).toBe("locked");
  });

  test("count while they are pending, so concurrent attempts cannot exceed the limit", async () => {
    const others = Array.from({ length: 3 }, () => openPlatform());
    const databases = await Promise.all(others.map((other) => other.database.get()));
    await enterWrongCodes(9);
    const started = await Promise.all(
      databases.map((each) =>
        startCodeAttempt(each, asLiveUserId(userId), { code: nextCode(), isCounted: true }),
      ),
    );
    await Promise.all(others.map((other) => other.close()));
    expect(started.filter((attempt) => attempt !== "locked").length).toBeLessThanOrEqual(1);
  });

  test.each(["used", "unchecked"] as const)(
    "do not include codes that were %s",
    async (outcome) => {
      for (let count = 0; count < 12; count += 1) await finish(outcome);
      expect(await start()).toHaveProperty("id");
    },
  );

  test("do not include those of the settings, which are not locked", async () => {
    for (let count = 0; count < 12; count += 1) await finish("wrong", nextCode(), false);
    expect(await start()).toHaveProperty("id");
  });

  test("that are rejected by the lockout do not extend it, and lock no other account", async () => {
    await enterWrongCodes(10);
    for (let count = 0; count < 4; count += 1) expect(await start()).toBe("locked");
    expect(await countAttempts()).toBe(10);
    const other = await createPerson(platform);
    expect(await start(nextCode(), true, other.userId)).toHaveProperty("id");
  });

  test("no longer lock the account after 15 minutes, and are deleted", async () => {
    const createdAt = new Date(Date.now() - 16 * 60_000);
    await database
      .insert(codeAttempts)
      .values(Array.from({ length: 10 }, () => ({ userId, isCounted: true, createdAt })));
    await finish("wrong");
    expect(await countAttempts()).toBe(1);
  });
});

describe("a code", () => {
  test("that was used is not accepted again, at sign-in or in the settings", async () => {
    const code = nextCode();
    await finish("used", code);
    expect(await start(code)).toBe("used");
    expect(await start(code, false)).toBe("used");
  });

  test("goes to one of two concurrent attempts", async () => {
    const code = nextCode();
    const other = openPlatform();
    const started = await Promise.all([
      start(code),
      startCodeAttempt(await other.database.get(), asLiveUserId(userId), { code, isCounted: true }),
    ]);
    await other.close();
    expect(started.filter((attempt) => attempt === "used")).toHaveLength(1);
  });

  test.each(["wrong", "unchecked"] as const)(
    "that was %s may be entered again",
    async (outcome) => {
      const code = nextCode();
      await finish(outcome, code);
      expect(await start(code)).toHaveProperty("id");
    },
  );

  test("that another user used, or that was used 15 minutes ago, is accepted", async () => {
    const code = nextCode();
    const other = await createPerson(platform);
    await finish("used", code, true, other.userId);
    const createdAt = new Date(Date.now() - 901_000);
    await database.insert(codeAttempts).values({ userId, code, isCounted: false, createdAt });
    expect(await start(code)).toHaveProperty("id");
  });
});
