import { eq, inArray } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { contactMessages } from "#drizzle/schema";
import type { Platform } from "~/platform/context.server";
import { openPlatform } from "../../tests/support/worker/fixtures";
import { MAX_PER_SENDER_PER_DAY, storeMessage } from "./store-message.server";

let platform: Platform;

beforeEach(() => {
  platform = openPlatform();
});

afterEach(async () => {
  await platform.database.close();
});

function createMessage() {
  const id = crypto.randomUUID();
  return { id, name: "Ann", email: `ann-${id}@example.com`, message: "The form loses orders." };
}

async function readMessagesFrom(email: string) {
  const database = await platform.database.get();
  return database.select().from(contactMessages).where(eq(contactMessages.email, email));
}

describe("storeMessage", () => {
  it("stores the message under the form's id", async () => {
    const message = createMessage();
    await storeMessage(await platform.database.get(), message);
    expect(await readMessagesFrom(message.email)).toEqual([expect.objectContaining(message)]);
  });

  it("stores concurrent submits of the same form once", async () => {
    const message = createMessage();
    const database = await platform.database.get();
    await Promise.all([storeMessage(database, message), storeMessage(database, message)]);
    expect(await readMessagesFrom(message.email)).toHaveLength(1);
  });

  it("stores another message that reuses an id", async () => {
    const message = createMessage();
    const database = await platform.database.get();
    await storeMessage(database, message);
    await storeMessage(database, { ...message, message: "And it did so again." });
    const stored = await readMessagesFrom(message.email);
    expect(stored.map((row) => row.message).toSorted()).toEqual([
      "And it did so again.",
      "The form loses orders.",
    ]);
  });

  it("stores a message without a name", async () => {
    const { name: _, ...message } = createMessage();
    await storeMessage(await platform.database.get(), message);
    expect(await readMessagesFrom(message.email)).toEqual([expect.objectContaining({ name: "" })]);
  });

  it("flags messages over the daily limit per sender, case-insensitively, and drops none", async () => {
    const database = await platform.database.get();
    const { email, ...message } = createMessage();
    const rows = Array.from({ length: MAX_PER_SENDER_PER_DAY }, () => ({
      ...message,
      id: crypto.randomUUID(),
      email,
    }));
    await database.insert(contactMessages).values(rows);
    const upperCase = { ...message, id: crypto.randomUUID(), email: email.toUpperCase() };
    expect(await storeMessage(database, upperCase)).toBe(true);
    const last = rows.at(-1);
    if (last) expect(await storeMessage(database, last)).toBe(false);
    const [flagged] = await readMessagesFrom(email.toUpperCase());
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
