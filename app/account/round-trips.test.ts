import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { readItemDraft } from "~/items/item-action.server";
import { createRequestDatabase } from "~/platform/database.server";
import { type FaultProxy, startFaultProxy } from "../../tests/support/fault-proxy";
import { readDashboard, readProfile } from "./account.server";

let proxy: FaultProxy;
let connectionString: string;

beforeAll(async () => {
  proxy = await startFaultProxy();
  connectionString = proxy.proxyUrl(inject("workerDatabaseUrl"));
});
afterAll(() => proxy.close());

async function countRoundTrips(
  use: (database: ReturnType<typeof createRequestDatabase>) => Promise<unknown>,
) {
  proxy.resetCounts();
  const database = createRequestDatabase(connectionString);
  await use(database);
  await database.close();
  return [...proxy.connections];
}

describe("database round trips", () => {
  test("the dashboard takes one query after connecting, for user, customer and items together", async () => {
    const connectOnly = await countRoundTrips((database) => database.get());
    const dashboard = await countRoundTrips(async (database) =>
      readDashboard(await database.get(), randomUUID()),
    );
    expect(connectOnly).toEqual([{ connect: expect.any(Number), query: 0 }]);
    expect(dashboard).toEqual([{ connect: connectOnly[0]?.connect, query: 1 }]);
  });
});

test("what the dashboard and the general settings read, before a session is confirmed, only reads", async () => {
  const readOnly = "?options=-c%20default_transaction_read_only%3Don";
  const connection = createRequestDatabase(inject("workerDatabaseUrl") + readOnly);
  const database = await connection.get();
  const write = database.execute(sql`update public.users set name = name where false`);
  await expect(write).rejects.toMatchObject({ cause: { code: "25006" } });

  const { rows } = await database.execute<{ id: string }>(sql`select id from public.users limit 1`);
  const id = rows[0]?.id ?? "";
  const view = { query: "item", onlyFeatured: true };
  expect(await readDashboard(database, id, { view })).toMatchObject({ id });
  expect(await readItemDraft(database, id, { itemId: randomUUID(), items: [] })).toBe("gone");
  expect(await readProfile(database, id)).toMatchObject({ id });
  await connection.close();
});
