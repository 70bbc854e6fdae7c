import { eq } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { outgoingEmails } from "#drizzle/schema";
import { brand } from "~/content/brand";
import { studio } from "~/content/studio";
import type { Platform } from "~/platform/context.server";
import { studioDay } from "../../tests/support/studio-day";
import { openPlatform } from "../../tests/support/worker/fixtures";
import { deleteOldEmails, sendDueEmails } from "./send-emails.server";

const BUDGET_MS = 5_000;
const MINUTE_MS = 60_000;
const DUE = new Date(0);
const DAY_MS = 24 * 60 * MINUTE_MS;
const platform = openPlatform();
afterAll(() => platform.close());

type Message = EmailMessageBuilder & { readonly to: string };

/** An Email Service that remembers every message, then fails with `error`, if any. */
function createMailer(error?: Error): { mailer: SendEmail; messages: Message[] } {
  const messages: Message[] = [];
  const send = async (message: unknown) => {
    messages.push(message as Message);
    if (error) throw error;
    return { messageId: "<1@example.com>" };
  };
  return { mailer: { send }, messages };
}

const errorWithCode = (code: string) =>
  Object.assign(new Error("not sent to ann@example.com"), { code });

type Row = typeof outgoingEmails.$inferSelect;

interface Outbox {
  readonly platform: Platform;
  readonly email: string;
  read(): Promise<Row | undefined>;
  change(values: Partial<Row>): Promise<unknown>;
  /** Runs the sender once; returns the messages to `email`. */
  send(error?: Error): Promise<Message[]>;
}

/** Writes an email in a transaction that is rolled back, so that no other test sends it. */
async function withEmail(
  values: Partial<typeof outgoingEmails.$inferInsert>,
  work: (outbox: Outbox) => Promise<void>,
): Promise<void> {
  const rolledBack = new Error("rolled back");
  const email = `ann-${crypto.randomUUID()}@example.com`;
  const running = (await platform.database.get()).transaction(async (tx) => {
    const own = { ...platform, database: { ...platform.database, get: async () => tx } };
    const row = { template: "account_exists", recipient: email, dedupeKey: email };
    await tx.insert(outgoingEmails).values({ ...row, nextAttemptAt: DUE, ...values });
    const isEmail = eq(outgoingEmails.dedupeKey, values.dedupeKey ?? email);
    await work({
      platform: own,
      email,
      read: async () => (await tx.select().from(outgoingEmails).where(isEmail))[0],
      change: (changes) => tx.update(outgoingEmails).set(changes).where(isEmail),
      async send(error) {
        const { mailer, messages } = createMailer(error);
        await sendDueEmails({ ...own, mailer }, BUDGET_MS);
        return messages.filter(({ to }) => to === (values.recipient ?? email));
      },
    });
    throw rolledBack;
  });
  await expect(running).rejects.toBe(rolledBack);
}

/** Runs `work` and returns the log lines about the email; emails of other tests may be due as well. */
async function collectLog({ read }: Outbox, work: () => Promise<unknown>): Promise<string[]> {
  const { id = "none" } = (await read()) ?? {};
  const spies = [vi.spyOn(console, "log"), vi.spyOn(console, "error")];
  await work();
  const lines = spies.flatMap((spy) => spy.mock.calls.flat().map(String));
  for (const spy of spies) spy.mockRestore();
  return lines.filter((line) => line.includes(id));
}

test("an email is sent once, from the studio, signed by the founder who writes next", () =>
  withEmail({ template: "subscription_started" }, async ({ send, read, email }) => {
    const [message, ...others] = await send();
    expect(others).toEqual([]);
    expect(message).toMatchObject({ from: { name: brand.name, email: studio.email } });
    expect(message?.text).toContain(`View your plan: ${platform.config.siteUrl}/settings/general`);
    expect(message?.text).toContain(`\n\n${studio.founders.design.name}, ${brand.name}\n\n`);
    expect(message?.text).not.toContain(email);
    expect(await read()).toMatchObject({ sentAt: expect.any(Date), attempts: 1 });
    expect(await send()).toEqual([]);
  }));

test("a security email, from the studio, says the time where the studio is, and the last device", () => {
  const userAgent =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
  const createdAt = new Date("2026-07-02T01:05:00Z");
  const row = { template: "passkey_added", createdAt, payload: { userAgent } };
  return withEmail(row, async ({ send, change }) => {
    const [message] = await send();
    const { zone, timeZone } = studio.phone;
    const time = createdAt.toLocaleTimeString("en-US", { timeZone: zone, timeStyle: "short" });
    expect(message?.text?.replaceAll("\u202f", " ")).toContain(
      `on ${studioDay(createdAt.toISOString())}, 2026 at ${time.replace("\u202f", " ")}, ${timeZone}.`,
    );
    expect(message?.text).toContain("You last signed in with Chrome on Linux.");
    expect(message?.text).toContain(`\n\n${brand.name}\n\n`);
    await change({ payload: {}, nextAttemptAt: DUE, sentAt: null });
    expect((await send())[0]?.text).toContain(
      "You last signed in with a browser on an unknown system.",
    );
  });
});

test("a reply to the email about a message goes to its sender, any other to the studio", () =>
  withEmail({ payload: { replyTo: "sender@example.com" } }, async ({ send, change }) => {
    expect(await send()).toMatchObject([{ replyTo: "sender@example.com" }]);
    await change({ payload: {}, nextAttemptAt: DUE, sentAt: null });
    expect(await send()).toMatchObject([{ replyTo: studio.email }]);
  }));

test("an email without a recipient goes to the studio", () =>
  withEmail(
    { recipient: "", template: "studio_subscription_started" },
    async ({ platform: own }) => {
      const { mailer, messages } = createMailer();
      await sendDueEmails({ ...own, mailer }, BUDGET_MS);
      expect(messages).toContainEqual(expect.objectContaining({ to: studio.email }));
    },
  ));

test("a failed email is retried, each time twice as late", () =>
  withEmail({}, async ({ send, read, change }) => {
    for (const minutes of [1, 2, 4]) {
      const [message] = await send(errorWithCode("E_RATE_LIMIT_EXCEEDED"));
      expect(message?.text).toContain(
        `Forgot your password? ${platform.config.siteUrl}/auth/forgotpass`,
      );
      const { nextAttemptAt } = (await read()) ?? { nextAttemptAt: DUE };
      const delay = (nextAttemptAt.getTime() - Date.now()) / MINUTE_MS;
      expect(delay).toBeGreaterThan(0.8 * minutes);
      expect(delay).toBeLessThanOrEqual(minutes);
      await change({ nextAttemptAt: DUE });
    }
    expect(await read()).toMatchObject({ lastError: "E_RATE_LIMIT_EXCEEDED", sentAt: null });
    expect(await send()).toHaveLength(1);
  }));

test("after half an hour each failure is logged as an error, without the address", () =>
  withEmail({ attempts: 4 }, async (outbox) => {
    const { send, change } = outbox;
    const lines = await collectLog(outbox, async () => {
      await send(errorWithCode("E_SENDER_NOT_VERIFIED"));
      // The isolate of the sixth attempt was ended.
      await change({ attempts: 6, nextAttemptAt: DUE });
      await send(errorWithCode("E_SENDER_NOT_VERIFIED"));
    });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('"event":"email.stuck"');
    expect(lines[0]).toContain('"code":"E_SENDER_NOT_VERIFIED"');
    expect(lines[0]).not.toContain("example.com");
  }));

test.each(["E_VALIDATION_ERROR", "E_CONTENT_TOO_LARGE"])(
  "an email with %s, which repeats for it, is not retried",
  (code) =>
    withEmail({}, async (outbox) => {
      const { send, read, change } = outbox;
      const lines = await collectLog(outbox, () => send(errorWithCode(code)));
      expect(lines).toEqual([expect.stringContaining('"event":"email.rejected"')]);
      expect(await read()).toMatchObject({ rejectedAt: expect.any(Date), sentAt: null });
      await change({ nextAttemptAt: DUE });
      expect(await send()).toEqual([]);
    }),
);

test("an email to a suppressed recipient is retried until the day after, without an alert", () =>
  withEmail({}, async (outbox) => {
    const { send, read, change } = outbox;
    let minutes = 0;
    const lines = await collectLog(outbox, async () => {
      while ((await read())?.rejectedAt === null) {
        await send(errorWithCode("E_RECIPIENT_SUPPRESSED"));
        const { nextAttemptAt } = (await read()) ?? { nextAttemptAt: DUE };
        minutes += (nextAttemptAt.getTime() - Date.now()) / MINUTE_MS;
        await change({ nextAttemptAt: DUE });
      }
    });
    // The last delay was not waited for.
    expect((minutes - 60) / 60).toBeGreaterThan(24);
    expect(lines).toEqual([expect.stringContaining('"event":"email.rejected"')]);
  }));

test("an email that its recipient's server refuses is retried for a quarter hour, before /readyz reports its age", () =>
  withEmail({}, async (outbox) => {
    const { send, read, change } = outbox;
    const lines = await collectLog(outbox, async () => {
      for (const _ of [1, 2, 3, 4]) {
        await send(errorWithCode("E_DELIVERY_FAILED"));
        expect(await read()).toMatchObject({ rejectedAt: null });
        await change({ nextAttemptAt: DUE });
      }
      await send(errorWithCode("E_DELIVERY_FAILED"));
    });
    expect(await read()).toMatchObject({ rejectedAt: expect.any(Date), attempts: 5 });
    expect(lines).toEqual([expect.stringContaining('"event":"email.rejected"')]);
  }));

test.each<[string, Partial<typeof outgoingEmails.$inferInsert>]>([
  ["template", { template: "from_the_future" }],
  ["payload", { template: "trial_started", payload: { date: 5 } }],
])(
  "a %s that this version does not know waits for one that does, and delays no other",
  (_, values) =>
    withEmail(values, async ({ platform: own, send, read, email }) => {
      const database = await own.database.get();
      const other = {
        template: "account_deleted",
        recipient: email,
        dedupeKey: crypto.randomUUID(),
      };
      await database.insert(outgoingEmails).values({ ...other, nextAttemptAt: DUE });
      expect(await send()).toMatchObject([{ subject: "Your account was deleted" }]);
      expect(await read()).toMatchObject({ sentAt: null, rejectedAt: null, attempts: 1 });
    }),
);

test("without the binding, nothing is sent or changed", () =>
  withEmail({}, async ({ platform: own, read }) => {
    expect(await sendDueEmails({ ...own, mailer: undefined }, BUDGET_MS)).toBe(0);
    expect(await read()).toMatchObject({ attempts: 0, sentAt: null });
  }));

test("an email is deleted after a week, sent or not", () =>
  withEmail({}, async ({ platform: own, read, change }) => {
    await change({ createdAt: new Date(Date.now() - 6.9 * DAY_MS) });
    await deleteOldEmails(own);
    expect(await read()).toBeDefined();
    await change({ createdAt: new Date(Date.now() - 7.1 * DAY_MS) });
    expect(await deleteOldEmails(own)).toBeGreaterThanOrEqual(1);
    expect(await read()).toBeUndefined();
  }));

test("an email is sent by only one of two concurrent runs", async () => {
  const database = await platform.database.get();
  const email = `ann-${crypto.randomUUID()}@example.com`;
  await database
    .insert(outgoingEmails)
    .values({ template: "account_exists", recipient: email, dedupeKey: email });
  const { mailer, messages } = createMailer();
  const other = openPlatform();
  await Promise.all([
    sendDueEmails({ ...platform, mailer }, BUDGET_MS),
    sendDueEmails({ ...other, mailer }, BUDGET_MS),
  ]);
  await other.close();
  const isEmail = eq(outgoingEmails.recipient, email);
  const [row] = await database.select().from(outgoingEmails).where(isEmail);
  expect(row).toMatchObject({ attempts: 1 });
  expect(messages.filter(({ to }) => to === email)).toHaveLength(1);
});

test("the local binding accepts an email", async () => {
  expect(platform.mailer).toBeDefined();
  const sent = await platform.mailer?.send({
    from: "hello@example.com",
    to: "ann@example.com",
    subject: "Hello",
    text: "Hello",
  });
  expect(sent?.messageId).toBeTruthy();
});
