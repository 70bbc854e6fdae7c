import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Database } from "~/platform/database.server";
import { asLiveUserId, createPerson, openPlatform } from "../../../tests/support/worker/fixtures";
import { spendCode } from "./code-entries.server";

const platform = openPlatform();
afterAll(() => platform.close());

let database: Database;
let userId: string;
beforeEach(async () => {
  database = await platform.database.get();
  ({ userId } = await createPerson(platform));
});

const CODES = Array.from({ length: 11 }, (_, index) => String(index).padStart(6, "0"));

function enter(code: string, options: { user?: string; app?: string; isCounted?: boolean } = {}) {
  const { user = userId, app = "phone", isCounted = true } = options;
  return spendCode(database, asLiveUserId(user), { app, code, isCounted });
}

test("ten entries at sign-in lock the account, also concurrent ones, and no other account", async () => {
  const entries = await Promise.all(CODES.map((code) => enter(code)));
  expect(entries.filter((refusal) => refusal === "locked")).toHaveLength(1);
  const { userId: user } = await createPerson(platform);
  expect(await enter("000000", { user })).toBeUndefined();
});

test("entries in the settings do not count", async () => {
  for (const code of CODES) expect(await enter(code, { isCounted: false })).toBeUndefined();
  expect(await enter("999999")).toBeUndefined();
});

test("a code is accepted once for an app and a user, at sign-in or in the settings", async () => {
  expect(await enter("123456")).toBeUndefined();
  expect(await enter("123456", { isCounted: false })).toBe("already-entered");
  expect(await enter("123456", { app: "tablet" })).toBeUndefined();
  const { userId: user } = await createPerson(platform);
  expect(await enter("123456", { user })).toBeUndefined();
});

test("a code of an ended session is not spent", async () => {
  const ended = sql<"live user id">`(select public.require_live_session(${userId}, ${userId}))`;
  const entry = { app: "phone", code: "123456", isCounted: true };
  await expect(spendCode(database, ended, entry)).rejects.toThrow();
  expect(await enter("123456")).toBeUndefined();
});
