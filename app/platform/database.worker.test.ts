import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { openPlatform } from "../../tests/support/worker/fixtures";

test("waitedMs is the time spent in queries, or undefined when there were none", async () => {
  const { database, close } = openPlatform();
  expect(database.waitedMs()).toBeUndefined();
  const connection = await database.get();
  await connection.execute(sql`select pg_sleep(0.2)`);
  const waitedMs = database.waitedMs();
  expect(waitedMs).toBeGreaterThanOrEqual(190);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  expect(database.waitedMs()).toBe(waitedMs);
  vi.useRealTimers();
  await close();
});

test("waitedMs counts failed statements", async () => {
  const { database, close } = openPlatform();
  const connection = await database.get();
  const failing = connection.execute(sql`select pg_sleep(0.2), 1 / (random() * 0)::int`);
  await expect(failing).rejects.toThrow();
  expect(database.waitedMs()).toBeGreaterThan(0);
  await close();
});
