import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { workerDatabaseUrl } from "../support/running-cloud.ts";
import { type Pooler, startPooler } from "./pooler.ts";

let pooler: Pooler;
beforeEach(async () => {
  pooler = await startPooler(workerDatabaseUrl, 1);
});
afterEach(() => pooler.close());

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: pooler.url });
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** Closes the socket without "Terminate". */
async function disconnect(client: pg.Client): Promise<void> {
  const closed = once(client.connection.stream, "close");
  client.connection.stream.destroy();
  await closed;
}

async function select(client: pg.Client, value: string): Promise<string> {
  const { rows } = await client.query<{ value: string }>("select $1 as value", [value]);
  return rows[0]?.value ?? "";
}

test("one connection serves clients one after the other", async () => {
  for (const name of ["first", "second", "third"]) {
    const client = await connect();
    expect(await select(client, name)).toBe(name);
    await client.end();
  }
});

test("a client that disconnects during a query leaves no response to the next", async () => {
  const first = await connect();
  first.query("select pg_sleep(0.2), 'late' as value").catch(() => {});
  await sleep(50);
  await disconnect(first);
  const second = await connect();
  expect(await select(second, "mine")).toBe("mine");
  expect(await select(second, "mine too")).toBe("mine too");
  await second.end();
});

test("a client that disconnects during a transaction leaves none open", async () => {
  const first = await connect();
  await first.query("begin");
  await disconnect(first);
  const second = await connect();
  await expect(second.query("select 1 / 0")).rejects.toThrow("division by zero");
  expect(await select(second, "not in a failed transaction")).toBe("not in a failed transaction");
  await second.end();
});

test("a client that disconnects while queued takes no connection", async () => {
  const first = await connect();
  const queued = new pg.Client({ connectionString: pooler.url });
  queued.on("error", () => {});
  queued.connect().catch(() => {});
  await sleep(100);
  await disconnect(queued);
  await first.end();
  const third = await connect();
  expect(await select(third, "here")).toBe("here");
  await third.end();
});
