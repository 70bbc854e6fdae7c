import { eq, inArray } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { contactMessages } from "#drizzle/schema";
import type { Platform } from "~/platform/context.server";
import { openPlatform } from "../../tests/support/worker-world";
import { MAX_PER_SENDER_PER_DAY, storeMessage } from "./store-message.server";

let platform: Platform;

beforeEach(() => {
  platform = openPlatform();
});

afterEach(async () => {
  await platform.database.close();
});

function aMessage() {
  const id = crypto.randomUUID();
  return { id, name: "Ann", email: `ann-${id}@example.com`, message: "The form loses orders." };
}

async function storedFrom(email: string) {
  const database = await platform.database.get();
  return database.select().from(contactMessages).where(eq(contactMessages.email, email));
}

describe("storeMessage", () => {
  it("stores what was written, under the form's id", async () => {
    const message = aMessage();
    await storeMessage(await platform.database.get(), message);
    expect(await storedFrom(message.email)).toEqual([expect.objectContaining(message)]);
  });

  it("stores a form that is sent twice at once only once", async () => {
    const message = aMessage();
    const database = await platform.database.get();
    await Promise.all([storeMessage(database, message), storeMessage(database, message)]);
    expect(await storedFrom(message.email)).toHaveLength(1);
  });

  it("keeps other words that come with an id it knows", async () => {
    const message = aMessage();
    const database = await platform.database.get();
    await storeMessage(database, message);
    await storeMessage(database, { ...message, message: "And it did so again." });
    const stored = await storedFrom(message.email);
    expect(stored.map((row) => row.message).toSorted()).toEqual([
      "And it did so again.",
      "The form loses orders.",
    ]);
  });

  it("stores a message without a name where the form asks for none", async () => {
    const { name: _, ...message } = aMessage();
    await storeMessage(await platform.database.get(), message);
    expect(await storedFrom(message.email)).toEqual([expect.objectContaining({ name: "" })]);
  });

  it("flags more from one sender within a day, however the address is written, and loses none", async () => {
    const database = await platform.database.get();
    const { email, ...message } = aMessage();
    const rows = Array.from({ length: MAX_PER_SENDER_PER_DAY }, () => ({
      ...message,
      id: crypto.randomUUID(),
      email,
    }));
    await database.insert(contactMessages).values(rows);
    const shouted = { ...message, id: crypto.randomUUID(), email: email.toUpperCase() };
    expect(await storeMessage(database, shouted)).toBe(true);
    const last = rows.at(-1);
    if (last) expect(await storeMessage(database, last)).toBe(false);
    const [flagged] = await storedFrom(email.toUpperCase());
    expect(flagged).toMatchObject({ suspectedSpam: true });
    const oldest = rows.slice(0, 2).map((row) => row.id);
    await database
      .update(contactMessages)
      .set({ createdAt: new Date(Date.now() - 25 * 60 * 60 * 1000) })
      .where(inArray(contactMessages.id, oldest));
    const next = { ...message, id: crypto.randomUUID(), email };
    expect(await storeMessage(database, next)).toBe(false);
  });
});
