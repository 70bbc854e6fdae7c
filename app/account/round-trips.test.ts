import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createRequestDatabase } from "~/platform/database.server";
import { type FaultProxy, startFaultProxy } from "../../tests/support/fault-proxy";
import { readDashboard } from "./account.server";

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
