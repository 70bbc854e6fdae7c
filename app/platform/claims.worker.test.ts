import { eq, sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { claims } from "#drizzle/schema";
import { openPlatform } from "../../tests/support/worker/fixtures";
import { type Claim, claim, deleteExpiredClaims, release } from "./claims.server";
import type { Database } from "./database.server";

const platform = openPlatform();
afterAll(() => platform.close());

let database: Database;
let key: string;
beforeEach(async () => {
  database = await platform.database.get();
  key = `test:${crypto.randomUUID()}`;
});

const LIMIT = { limit: 2, windowS: 60 };

async function take(): Promise<Claim> {
  const claimed = await claim(database, key, LIMIT);
  if (!claimed) throw new Error("No more claims");
  return claimed;
}

const expire = () =>
  database
    .update(claims)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(claims.key, key));

const countTaken = async () =>
  (await database.select().from(claims).where(eq(claims.key, key)))[0]?.taken;

test("of many at once, no more than the limit get a claim", async () => {
  const others = Array.from({ length: 10 }, () => openPlatform());
  const claimed = await Promise.all(
    others.map(async (other) => claim(await other.database.get(), key, LIMIT)),
  );
  await Promise.all(others.map((other) => other.close()));
  expect(claimed.filter(Boolean)).toHaveLength(2);
});

test("the window begins with the first claim, and a refused one does not extend it", async () => {
  const first = await take();
  expect((await take()).expiresAt).toEqual(first.expiresAt);
  expect(await claim(database, key, LIMIT)).toBeUndefined();
  const [row] = await database.select().from(claims).where(eq(claims.key, key));
  expect(row).toEqual({ ...first, taken: 2 });
});

test("after the window there are as many claims again", async () => {
  await take();
  await take();
  await expire();
  await take();
  expect(await countTaken()).toBe(1);
});

test("a released claim can be taken again, with a new window if it was the only one", async () => {
  await release(database, await take());
  await database
    .update(claims)
    .set({ expiresAt: sql`now() + interval '1 second'` })
    .where(eq(claims.key, key));
  const { expiresAt } = await take();
  expect(expiresAt.getTime()).toBeGreaterThan(Date.now() + 30_000);
  expect(await countTaken()).toBe(1);
});

test("a claim of an older window releases nothing of the next one", async () => {
  const old = await take();
  await expire();
  await take();
  await release(database, old);
  expect(await countTaken()).toBe(1);
});

test("expired claims are deleted, others stay", async () => {
  await take();
  await deleteExpiredClaims(platform);
  expect(await countTaken()).toBe(1);
  await expire();
  expect(await deleteExpiredClaims(platform)).toBeGreaterThanOrEqual(1);
  expect(await countTaken()).toBeUndefined();
});
