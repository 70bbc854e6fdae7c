import { eq, sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { quotas } from "#drizzle/schema";
import { openPlatform } from "../../tests/support/worker/fixtures";
import type { Database } from "./database.server";
import { consumeQuota, deleteExpiredQuotas, type QuotaUse, refundQuota } from "./quota.server";

const platform = openPlatform();
afterAll(() => platform.close());

let database: Database;
let key: string;
beforeEach(async () => {
  database = await platform.database.get();
  key = `test:${crypto.randomUUID()}`;
});

const LIMIT = { limit: 2, windowS: 60 };

async function take(limit = LIMIT): Promise<QuotaUse> {
  const used = await consumeQuota(database, key, limit);
  if (!used) throw new Error("The quota is used up");
  return used;
}

const expire = () =>
  database
    .update(quotas)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(quotas.key, key));

const countTaken = async () =>
  (await database.select().from(quotas).where(eq(quotas.key, key)))[0]?.taken;

test("of many at once, no more than the limit get a use", async () => {
  const others = Array.from({ length: 10 }, () => openPlatform());
  const used = await Promise.all(
    others.map(async (other) => consumeQuota(await other.database.get(), key, LIMIT)),
  );
  await Promise.all(others.map((other) => other.close()));
  expect(used.filter(Boolean)).toHaveLength(2);
});

test("the window begins with the first use, and a refused one does not extend it", async () => {
  const first = await take();
  expect((await take()).expiresAt).toEqual(first.expiresAt);
  expect(await consumeQuota(database, key, LIMIT)).toBeUndefined();
  const [row] = await database.select().from(quotas).where(eq(quotas.key, key));
  expect(row).toEqual({ ...first, taken: 2 });
});

test("after the window there are as many uses again", async () => {
  await take();
  await take();
  await expire();
  await take();
  expect(await countTaken()).toBe(1);
});

test("a use that was given back can be taken again, with a new window if it was the only one", async () => {
  await refundQuota(database, await take());
  await database
    .update(quotas)
    .set({ expiresAt: sql`now() + interval '1 second'` })
    .where(eq(quotas.key, key));
  const { expiresAt } = await take();
  expect(expiresAt.getTime()).toBeGreaterThan(Date.now() + 30_000);
  expect(await countTaken()).toBe(1);
});

test("a use of an older window gives nothing back to the next one", async () => {
  // Of another length: two windows of one length that begin within a millisecond end together.
  const old = await take({ ...LIMIT, windowS: 30 });
  await expire();
  await take();
  await refundQuota(database, old);
  expect(await countTaken()).toBe(1);
});

test("expired quotas are deleted, others stay", async () => {
  await take();
  await deleteExpiredQuotas(platform);
  expect(await countTaken()).toBe(1);
  await expire();
  expect(await deleteExpiredQuotas(platform)).toBeGreaterThanOrEqual(1);
  expect(await countTaken()).toBeUndefined();
});
