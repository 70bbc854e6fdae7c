import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { contactMessages } from "#drizzle/schema";
import type { Platform } from "~/platform/context.server";
import { openPlatform } from "../../tests/support/worker-world";
import { storeMessage } from "./store-message.server";

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
});
