import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { contactMessages, outgoingEmails } from "#drizzle/schema";
import { openPlatform } from "../../tests/support/worker/fixtures";
import { reportMessages } from "./report-messages.server";

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

/** Runs the report twice on these messages in a transaction that is rolled back; returns what it queued. */
async function report(messages: Partial<typeof contactMessages.$inferInsert>[]) {
  const platform = openPlatform();
  const database = await platform.database.get();
  const rolledBack = new Error("rolled back");
  let queued: (typeof outgoingEmails.$inferSelect)[] = [];
  const running = database.transaction(async (tx) => {
    await tx.delete(outgoingEmails).where(eq(outgoingEmails.recipient, ""));
    await tx.update(contactMessages).set({ forwardedAt: new Date() });
    const sent = { name: "Ann", email: "ann@example.com", message: "Hello" };
    await tx
      .insert(contactMessages)
      .values(messages.map((message) => ({ id: crypto.randomUUID(), ...sent, ...message })));
    const own = { ...platform, database: { ...platform.database, get: async () => tx } };
    await reportMessages(own);
    await reportMessages(own);
    const templates = ["studio_message_waiting", "studio_suspected_messages"];
    queued = await tx
      .select()
      .from(outgoingEmails)
      .where(inArray(outgoingEmails.template, templates));
    throw rolledBack;
  });
  await expect(running).rejects.toBe(rolledBack);
  await platform.close();
  return queued;
}

test("messages that wait for an hour, given up or not, go to the studio in one list, customers and single messages first", async () => {
  const flood = { email: "flood@example.com", createdAt: ago(3) };
  const queued = await report([
    ...Array.from({ length: 60 }, () => ({ ...flood, message: "flood" })),
    { message: "waiting", createdAt: ago(1.1) },
    { message: "given up", email: "bob@example.com", createdAt: ago(1.2), deadAt: new Date() },
    { message: "customer", email: "Pro@example.com", createdAt: ago(1.1) },
    { message: "new", createdAt: ago(0.9) },
    { message: "forwarded", createdAt: ago(2), forwardedAt: new Date() },
    { message: "a week old", createdAt: ago(7 * 24) },
  ]);
  expect(queued).toHaveLength(1);
  const payload = JSON.stringify(queued[0]?.payload);
  const texts = [...payload.matchAll(/"message":\s*"([^"]+)"/g)].map(([, text]) => text);
  expect(texts.slice(0, 4)).toEqual(["customer", "given up", "waiting", "flood"]);
  expect(texts).toHaveLength(50);
  expect(queued[0]?.payload).toMatchObject({ count: 63 });
});

test("the next list follows after an hour, with what has come since", async () => {
  const platform = openPlatform();
  const database = await platform.database.get();
  const rolledBack = new Error("rolled back");
  const running = database.transaction(async (tx) => {
    const own = { ...platform, database: { ...platform.database, get: async () => tx } };
    const isWaiting = eq(outgoingEmails.template, "studio_message_waiting");
    const receive = (message: string, createdAt: Date) =>
      tx.insert(contactMessages).values({
        ...{ id: crypto.randomUUID(), name: "Ann", email: "ann@example.com", message, createdAt },
      });
    const lists = async () => {
      await reportMessages(own);
      const rows = await tx.select().from(outgoingEmails).where(isWaiting);
      return rows.map(({ payload }) => JSON.stringify(payload));
    };
    await tx.delete(outgoingEmails).where(isWaiting);
    await tx.update(contactMessages).set({ forwardedAt: new Date() });
    await receive("first", ago(2));
    expect(await lists()).toHaveLength(1);
    await receive("second", ago(1.5));
    expect(await lists()).toHaveLength(1);
    await tx
      .update(outgoingEmails)
      .set({ createdAt: ago(1.01) })
      .where(isWaiting);
    const [, next] = await lists();
    expect(next).toContain("second");
    expect(next).not.toContain("first");
    throw rolledBack;
  });
  await expect(running).rejects.toBe(rolledBack);
  await platform.close();
});

test("the suspected messages of a day are listed once, on the day after", async () => {
  const yesterday = ago(24);
  const queued = await report([
    { message: "today", suspectedSpam: true },
    ...Array.from({ length: 51 }, () => ({ suspectedSpam: true, createdAt: yesterday })),
    { message: "released", suspectedSpam: true, createdAt: yesterday, forwardedAt: new Date() },
  ]);
  expect(queued).toMatchObject([
    {
      template: "studio_suspected_messages",
      recipient: "",
      dedupeKey: `suspected_messages:${yesterday.toISOString().slice(0, 10)}`,
      payload: { count: 51, messages: { length: 50 } },
    },
  ]);
});
