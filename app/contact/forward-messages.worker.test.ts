import { eq } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { contactMessages } from "#drizzle/schema";
import { openPlatform } from "../../tests/support/worker/fixtures";
import { runScheduled } from "../../workers/scheduled";
import {
  forwardMessages,
  LEASE_S,
  MAX_ATTEMPTS,
  MAX_UNCONFIRMED_SENDS,
} from "./forward-messages.server";
import { sendMessage } from "./send-message.server";
import { TIMEOUT_MS } from "./sheet.server";
import { storeMessage } from "./store-message.server";

const BUDGET_MS = 10_000;
/** Messages stored within the same millisecond have no defined order. */
const EARLIER = new Date(Date.now() - 60_000);
const platform = openPlatform();
const sheetApi = new URL(platform.config.sheet?.url ?? "").origin;
/** The platform of a studio without a spreadsheet. */
const withoutSheet = { ...platform, config: { ...platform.config, sheet: undefined } };
afterAll(() => platform.close());

type Fault = { kind: string; ms?: number; retryAfter?: number };

async function injectFaults(next: Fault[]): Promise<void> {
  await fetch(`${sheetApi}/_local/faults`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ next, always: null }),
  });
}

const rowsSchema = v.object({ rows: v.array(v.object({ values: v.array(v.string()) })) });

async function readRowsFrom(email: string): Promise<string[][]> {
  const { rows } = v.parse(rowsSchema, await (await fetch(`${sheetApi}/_local/rows`)).json());
  return rows.map(({ values }) => values).filter((values) => values[1] === email);
}

async function store(message = "Hello", email = `ann-${crypto.randomUUID()}@example.com`) {
  const database = await platform.database.get();
  const id = crypto.randomUUID();
  await storeMessage(database, { id, name: "Ann", email, message });
  const read = async () =>
    (await database.select().from(contactMessages).where(eq(contactMessages.id, id)))[0];
  const change = (values: Partial<typeof contactMessages.$inferInsert>) =>
    database.update(contactMessages).set(values).where(eq(contactMessages.id, id));
  return { id, email, read, change };
}

beforeEach(async () => {
  await injectFaults([]);
  await forwardMessages(platform, BUDGET_MS);
});

test("a scheduled run deletes expired messages and logs their number", async () => {
  const old = await store();
  await old.change({ forwardedAt: new Date(Date.now() - 91 * 86_400_000) });
  const log = vi.spyOn(console, "log");
  await runScheduled("* * * * *", openPlatform());
  const lines = log.mock.calls.flat().map(String);
  log.mockRestore();
  expect(await old.read()).toBeUndefined();
  const line = lines.find((text) => text.includes("scheduled.done")) ?? "";
  expect(v.parse(v.pipe(v.string(), v.parseJson()), line)).toMatchObject({
    event: "scheduled.done",
    done: expect.any(Number),
    deleted: expect.any(Number),
  });
  expect(line).not.toContain('"deleted":0');
});

describe("a stored message", () => {
  test("is appended as one row of name, email and message, and marked as forwarded", async () => {
    const { email, read } = await store("=1+1");
    await runScheduled("* * * * *", openPlatform());
    expect(await readRowsFrom(email)).toEqual([["Ann", email, "'=1+1"]]);
    expect(await read()).toMatchObject({ forwardedAt: expect.any(Date), attempts: 1 });
  });

  test.each<[string, Fault, number]>([
    ["two seconds after a rejection", { kind: "429", retryAfter: 30 }, 2],
    ["15 seconds after an unknown outcome", { kind: "close" }, 15],
  ])("is sent again %s", async (_, fault, seconds) => {
    const { email, read, change } = await store();
    await injectFaults([fault]);
    const startedAt = Date.now();
    await forwardMessages(platform, BUDGET_MS);
    expect(await readRowsFrom(email)).toEqual([]);
    const failed = await read();
    expect(failed?.lastError).toBeTruthy();
    const delay = (failed?.nextAttemptAt.getTime() ?? 0) - startedAt;
    expect(delay).toBeGreaterThan((seconds - 1) * 1000);
    await change({ nextAttemptAt: new Date(0) });
    await forwardMessages(platform, BUDGET_MS);
    expect(await readRowsFrom(email)).toHaveLength(1);
    expect(await read()).toMatchObject({ forwardedAt: expect.any(Date), lastError: null });
  });

  test("arrives at most three times while outcomes are unknown, then waits for an operator", async () => {
    const { email, read, change } = await store();
    for (const kind of ["broken", "500", "accept-then-close", "broken"]) {
      expect(await read()).toMatchObject({ deadAt: null });
      await injectFaults([{ kind }]);
      await change({ nextAttemptAt: new Date(0) });
      await forwardMessages(platform, BUDGET_MS);
    }
    expect(await readRowsFrom(email)).toHaveLength(MAX_UNCONFIRMED_SENDS);
    expect(await read()).toMatchObject({ deadAt: expect.any(Date), forwardedAt: null });
  });

  test("counts a run that crashed as an unknown outcome", async () => {
    const { email, read, change } = await store();
    await change({ unconfirmedSends: MAX_UNCONFIRMED_SENDS });
    await forwardMessages(platform, BUDGET_MS);
    expect(await readRowsFrom(email)).toEqual([]);
    expect(await read()).toMatchObject({ deadAt: expect.any(Date) });
  });

  test("is sent by only one of two concurrent runs", async () => {
    const { email, read } = await store();
    const other = openPlatform();
    await Promise.all([forwardMessages(platform, BUDGET_MS), forwardMessages(other, BUDGET_MS)]);
    await other.close();
    expect(await readRowsFrom(email)).toHaveLength(1);
    expect(await read()).toMatchObject({ attempts: 1 });
  });

  test("is leased longer than an attempt takes, and attempted again within a minute", () => {
    expect(LEASE_S * 1000).toBeGreaterThan(2 * TIMEOUT_MS);
    expect(LEASE_S).toBeLessThan(60);
  });

  test("waits for earlier messages of the same sender only", async () => {
    const first = await store("first");
    const second = await store("second", first.email);
    const stranger = await store("other");
    await first.change({ createdAt: EARLIER, nextAttemptAt: new Date(Date.now() + 60_000) });
    await forwardMessages(platform, BUDGET_MS);
    expect(await readRowsFrom(first.email)).toEqual([]);
    expect(await readRowsFrom(stranger.email)).toHaveLength(1);
    await first.change({ nextAttemptAt: new Date(0) });
    await forwardMessages(platform, BUDGET_MS);
    expect((await readRowsFrom(second.email)).map((row) => row[2])).toEqual(["first", "second"]);
  });

  test("is dead after the maximum number of attempts, and no longer blocks later ones", async () => {
    const dead = await store("first");
    const next = await store("second", dead.email);
    await dead.change({ createdAt: EARLIER, attempts: MAX_ATTEMPTS - 1 });
    await injectFaults([{ kind: "500" }]);
    await forwardMessages(platform, BUDGET_MS);
    expect(await dead.read()).toMatchObject({ deadAt: expect.any(Date), attempts: MAX_ATTEMPTS });
    expect(await next.read()).toMatchObject({ forwardedAt: expect.any(Date) });
  });
});

describe("an incoming message", () => {
  const createMessage = (changes: object = {}) => ({
    id: crypto.randomUUID(),
    name: "Ann",
    email: `ann-${crypto.randomUUID()}@example.com`,
    message: "Hello",
    extra: "",
    "cf-turnstile-response": "",
    startedAt: Date.now() - 60_000,
    ...changes,
  });

  test("is forwarded at once, in the background", async () => {
    const own = openPlatform();
    const message = createMessage();
    expect(await sendMessage(own, message)).toBe(true);
    await own.close();
    expect(await readRowsFrom(message.email)).toHaveLength(1);
  });

  const readStored = async (id: string) => {
    const database = await platform.database.get();
    const [stored] = await database
      .select()
      .from(contactMessages)
      .where(eq(contactMessages.id, id));
    return stored;
  };

  test("that looks like spam is accepted, and forwarded with a mark", async () => {
    const own = openPlatform();
    const message = createMessage({ extra: "https://spam.example" });
    expect(await sendMessage(own, message)).toBe(true);
    await own.close();
    expect(await readRowsFrom(message.email)).toEqual([
      ["Ann", message.email, "[Suspected spam] Hello"],
    ]);
    expect(await readStored(message.id)).toMatchObject({ isSuspect: true, isHeld: false });
  });

  test("of someone who is signed in is no suspect", async () => {
    const own = openPlatform();
    const message = createMessage({ extra: "filled in", startedAt: Date.now() });
    expect(await sendMessage(own, message, { account: "customer@example.com" })).toBe(true);
    await own.close();
    expect(await readRowsFrom(message.email)).toEqual([["Ann", message.email, "Hello"]]);
  });

  test("without a spreadsheet is delivered by its email, and a suspect waits for the daily list", async () => {
    const good = createMessage();
    const suspect = createMessage({ startedAt: Date.now() });
    for (const message of [good, suspect]) {
      expect(await sendMessage(withoutSheet, message)).toBe(true);
      await forwardMessages(withoutSheet, BUDGET_MS);
      expect(await readRowsFrom(message.email)).toEqual([]);
    }
    expect(await readStored(good.id)).toMatchObject({ forwardedAt: expect.any(Date) });
    expect(await readStored(suspect.id)).toMatchObject({ forwardedAt: null, isHeld: true });
  });
});
