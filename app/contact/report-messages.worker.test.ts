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

test("a message that waits for an hour, given up or not, goes to the studio once", async () => {
  const queued = await report([
    { message: "waiting", createdAt: ago(1.1) },
    { message: "given up", createdAt: ago(1.2), deadAt: new Date() },
    { message: "new", createdAt: ago(0.9) },
    { message: "forwarded", createdAt: ago(2), forwardedAt: new Date() },
    { message: "a week old", createdAt: ago(7 * 24) },
  ]);
  const texts = queued.map(
    ({ payload }) => /"message":"([^"]+)"/.exec(JSON.stringify(payload))?.[1],
  );
  expect(texts.toSorted()).toEqual(["given up", "waiting"]);
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
