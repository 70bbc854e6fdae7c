import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createRequestDatabase } from "~/platform/database.server";
import { type FaultProxy, startFaultProxy } from "../../tests/support/fault-proxy";
import { readAccount } from "./account.server";

let proxy: FaultProxy;
let connectionString: string;

beforeAll(async () => {
  proxy = await startFaultProxy();
  connectionString = proxy.proxyUrl(inject("workerDatabaseUrl"));
});
afterAll(() => proxy.close());

async function flightsOf(
  use: (database: ReturnType<typeof createRequestDatabase>) => Promise<unknown>,
) {
  proxy.resetCounts();
  const database = createRequestDatabase(connectionString);
  await use(database);
  await database.close();
  return [...proxy.connections];
}

describe("what a request costs on the way to a far database", () => {
  test("is one flight beyond the connect, for user, customer and items together", async () => {
    const connectOnly = await flightsOf((database) => database.get());
    const dashboard = await flightsOf(async (database) =>
      readAccount(await database.get(), randomUUID()),
    );
    expect(connectOnly).toEqual([{ connect: expect.any(Number), query: 0 }]);
    expect(dashboard).toEqual([{ connect: connectOnly[0]?.connect, query: 1 }]);
  });
});
