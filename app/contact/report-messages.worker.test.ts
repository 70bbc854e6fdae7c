import { eq } from "drizzle-orm";
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
    const isList = eq(outgoingEmails.template, "studio_messages_held");
    queued = await tx.select().from(outgoingEmails).where(isList);
    throw rolledBack;
  });
  await expect(running).rejects.toBe(rolledBack);
  await platform.close();
  return queued;
}

const atNoon = (days: number) => new Date(Date.parse(`${day(days)}T12:00:00Z`));
const day = (days: number) =>
  ago(days * 24)
    .toISOString()
    .slice(0, 10);

test("what was not forwarded is listed once, on the day after, real and single messages first", async () => {
  const yesterday = { createdAt: atNoon(1) };
  const flood = { email: "flood@example.com", message: "flood", isHeld: true, ...yesterday };
  const queued = await report([
    ...Array.from({ length: 60 }, () => flood),
    { message: "marked", isSuspect: true, ...yesterday },
    { message: "waiting", ...yesterday },
    { message: "given up", email: "bob@example.com", deadAt: new Date(), ...yesterday },
    { message: "customer", email: "Pro@example.com", ...yesterday },
    { message: "forwarded", forwardedAt: new Date(), ...yesterday },
    { message: "today", createdAt: new Date() },
    { message: "earlier", createdAt: atNoon(3) },
    { message: "a week old", createdAt: atNoon(7) },
  ]);
  const lists = queued.map(({ dedupeKey, payload }) => {
    const texts = JSON.stringify(payload).matchAll(/"message":\s*"([^"]+)"/g);
    return [dedupeKey, Array.from(texts, ([, text]) => text)] as const;
  });
  expect(lists.map(([key]) => key).toSorted()).toEqual([
    `suspected_messages:${day(3)}`,
    `suspected_messages:${day(1)}`,
  ]);
  const [, listed = []] = lists.find(([key]) => key.endsWith(day(1))) ?? [];
  expect(listed.slice(0, 4)).toEqual(["customer", "given up", "waiting", "flood"]);
  expect(listed).toHaveLength(50);
  expect(queued.map(({ payload }) => payload)).toContainEqual(
    expect.objectContaining({ count: 64 }),
  );
});
