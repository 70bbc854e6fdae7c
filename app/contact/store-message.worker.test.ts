import { eq, inArray, like } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { contactMessages, outgoingEmails } from "#drizzle/schema";
import type { Platform } from "~/platform/context.server";
import { openPlatform } from "../../tests/support/worker/fixtures";
import { reportMessages } from "./report-messages.server";
import { MAX_PER_DAY, storeMessage } from "./store-message.server";

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

async function readEmailsAbout(id: string) {
  const database = await platform.database.get();
  const isAbout = like(outgoingEmails.dedupeKey, `%:${id}`);
  return database.select().from(outgoingEmails).where(isAbout).orderBy(outgoingEmails.template);
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

  it("stores a form that is sent again from the history under another id once, and later again", async () => {
    const message = createMessage();
    const database = await platform.database.get();
    const send = () => storeMessage(database, { ...message, id: crypto.randomUUID() });
    await send();
    await send();
    expect(await readMessagesFrom(message.email)).toHaveLength(1);
    const isTheirs = eq(contactMessages.email, message.email);
    const earlier = new Date(Date.now() - 61 * 60_000);
    await database.update(contactMessages).set({ createdAt: earlier }).where(isTheirs);
    await send();
    expect(await readMessagesFrom(message.email)).toHaveLength(2);
  });

  it("stores the same words of another name, who may be another person", async () => {
    const message = createMessage();
    const database = await platform.database.get();
    await storeMessage(database, { ...message, name: "Someone else" });
    await storeMessage(database, { ...message, id: crypto.randomUUID() });
    await storeMessage(database, { ...message, name: "Corrected" });
    expect((await readMessagesFrom(message.email)).map(({ name }) => name).toSorted()).toEqual(
      ["Corrected", "Someone else", message.name].toSorted(),
    );
  });

  it("stores a message again that was taken for spam", async () => {
    const message = createMessage();
    const database = await platform.database.get();
    await storeMessage(database, message, { isSuspect: true });
    await storeMessage(database, { ...message, id: crypto.randomUUID() });
    const marks = (await readMessagesFrom(message.email)).map(({ isSuspect }) => isSuspect);
    expect(marks.toSorted()).toEqual([false, true]);
  });

  it("stores a form that looks like spam once, however often it is sent", async () => {
    const message = createMessage();
    const database = await platform.database.get();
    await storeMessage(database, message, { isSuspect: true });
    await storeMessage(database, message, { isSuspect: true });
    expect(await readMessagesFrom(message.email)).toHaveLength(1);
  });

  it("stores a message without a name", async () => {
    const { name: _, ...message } = createMessage();
    await storeMessage(await platform.database.get(), message);
    expect(await readMessagesFrom(message.email)).toEqual([expect.objectContaining({ name: "" })]);
  });

  it("tells the studio once about each of five messages at once, however often they are sent", async () => {
    const database = await platform.database.get();
    const messages = Array.from({ length: 5 }, createMessage);
    for (let times = 0; times < 2; times += 1) {
      await Promise.all(
        messages.flatMap((each) => [each, each].map((it) => storeMessage(database, it))),
      );
      await reportMessages(platform);
    }
    for (const message of messages) {
      const emails = await readEmailsAbout(message.id);
      expect(emails).toMatchObject([
        {
          template: "studio_message",
          recipient: "",
          payload: { replyTo: message.email, messages: [message] },
        },
      ]);
    }
  });

  it("sends a copy to the account of the sender, and tells nothing of what is marked or held", async () => {
    const database = await platform.database.get();
    const [first, second] = [createMessage(), createMessage()];
    await storeMessage(database, first, { account: "ann@example.com" });
    await storeMessage(database, second, { isSuspect: true });
    expect(await readEmailsAbout(first.id)).toMatchObject([
      { template: "message_copy", recipient: "ann@example.com" },
      { template: "studio_message", recipient: "" },
    ]);
    expect(await readEmailsAbout(second.id)).toEqual([]);
  });

  it("holds suspects after thirty in a day, whatever their addresses", async () => {
    const rolledBack = new Error("rolled back");
    const running = (await platform.database.get()).transaction(async (tx) => {
      await tx.update(contactMessages).set({ isSuspect: false });
      const send = async (isSuspect: boolean) => {
        const message = createMessage();
        await storeMessage(tx, message, { isSuspect });
        const isMessage = eq(contactMessages.id, message.id);
        const [stored] = await tx.select().from(contactMessages).where(isMessage);
        return stored?.isHeld;
      };
      for (let sent = 0; sent < MAX_PER_DAY; sent += 1) expect(await send(true)).toBe(false);
      expect(await send(true)).toBe(true);
      expect(await send(false)).toBe(false);
      throw rolledBack;
    });
    await expect(running).rejects.toBe(rolledBack);
  });

  it("holds messages over the daily limit per sender, case-insensitively, and drops none", async () => {
    const database = await platform.database.get();
    const { email, ...message } = createMessage();
    const rows = Array.from({ length: MAX_PER_DAY }, () => ({
      ...message,
      id: crypto.randomUUID(),
      email,
    }));
    await database.insert(contactMessages).values(rows);
    const id = crypto.randomUUID();
    const upperCase = { ...message, id, email: email.toUpperCase(), message: "Another one." };
    await storeMessage(database, upperCase);
    const [held] = await readMessagesFrom(email.toUpperCase());
    expect(held).toMatchObject({ isHeld: true, isSuspect: false });
    expect(await readEmailsAbout(upperCase.id)).toEqual([]);
    const oldest = rows.slice(0, 2).map((row) => row.id);
    await database
      .update(contactMessages)
      .set({ createdAt: new Date(Date.now() - 25 * 60 * 60 * 1000) })
      .where(inArray(contactMessages.id, oldest));
    const next = { ...message, id: crypto.randomUUID(), email, message: "The next one." };
    await storeMessage(database, next);
    expect(await readMessagesFrom(email)).toContainEqual(
      expect.objectContaining({ id: next.id, isHeld: false }),
    );
  });
});
