import { asc, eq, sql } from "drizzle-orm";
import { OWNED_TABLES } from "#drizzle/owned-tables";
import { contactMessages, customers, outgoingEmails, users } from "#drizzle/schema";
import type { Passkey } from "~/auth/passkeys/manage-passkeys.server";
import { requireLiveSession } from "~/auth/session/live-session.server";
import type { Session } from "~/auth/session/request-auth.server";
import { listDevices } from "~/devices/devices.server";
import { decodeCursor } from "~/items/cursor";
import type { Item, ItemPage, ItemPosition } from "~/items/item";
import { readItemPage } from "~/items/items.server";
import type { Database } from "~/platform/database.server";
import type { AuthenticatorApp } from "~/two-step/codes/code-form";
import { countRecoveryCodes } from "~/two-step/recovery/recovery-codes.server";

/** Items per query. */
const PAGE_SIZE = 1_000;

/**
 * All data about a user as chunks of JSON; undefined for an unknown user. Items are read page by page while streaming,
 * which bounds memory. Ends with `"complete": true`, so a truncated file is invalid JSON.
 */
export async function exportAccount(
  database: Database,
  session: Session,
  passkeys: readonly Passkey[],
  apps: readonly AuthenticatorApp[],
): Promise<AsyncGenerator<string> | undefined> {
  const [user] = await database
    .select()
    .from(users)
    .where(eq(users.id, requireLiveSession(session)));
  if (!user) return undefined;
  const account = {
    exportedAt: new Date().toISOString(),
    user: { ...user, signInMethods: session.providers },
    passkeys: passkeys.map(({ name, createdAt, usedAt }) => ({ name, createdAt, usedAt })),
    authenticatorApps: apps.map(({ name, createdAt }) => ({ name, createdAt })),
    devices: await readDevices(database, session),
    signIns: await readSignIns(database, session),
    recoveryCodesLeft: await countRecoveryCodes(database, user.id),
    subscription: (await readSubscriptionRow(database, user.id)) ?? null,
    contactMessages: await readContactMessages(database, user.email),
    emails: await readEmails(database, user.email),
    records: await readOwnedTables(database, user.id),
  };
  // Read before streaming starts, so that a database failure still becomes an error response.
  const first = await readItemPage(database, user.id, { size: PAGE_SIZE });
  return generateJson(JSON.stringify(account, null, 2), first, (before) =>
    readItemPage(database, user.id, { before, size: PAGE_SIZE }),
  );
}

/** A byte stream with backpressure. */
interface ChunkStream {
  readonly body: ReadableStream<Uint8Array>;
  /** Resolves, never rejects, once the source is no longer read. */
  readonly finished: Promise<void>;
}

/**
 * Streams text chunks as UTF-8. If the source throws, calls `onFailure` and errors the stream, which browsers show as a
 * failed download. Canceling the stream ends the source.
 */
export function streamChunks(
  chunks: AsyncGenerator<string>,
  onFailure: (error: unknown) => void,
): ChunkStream {
  const encoder = new TextEncoder();
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await chunks.next();
        if (!done) return controller.enqueue(encoder.encode(value));
        controller.close();
      } catch (error) {
        onFailure(error);
        controller.error(error);
      }
      finish();
    },
    async cancel() {
      finish();
      await chunks.return(undefined);
    },
  });
  return { body, finished };
}

async function* generateJson(
  accountJson: string,
  first: ItemPage,
  readNext: (before: ItemPosition) => Promise<ItemPage>,
): AsyncGenerator<string> {
  yield `${accountJson.slice(0, -"\n}".length)},\n  "items": [`;
  let separator = "";
  for (let page: ItemPage | undefined = first; page !== undefined; ) {
    yield page.items
      .map((item, index) => `${index > 0 ? "," : separator}\n    ${serializeItem(item)}`)
      .join("");
    separator = ",";
    const before = decodeCursor(page.next);
    page = before && (await readNext(before));
  }
  yield '\n  ],\n  "complete": true\n}\n';
}

async function readSubscriptionRow(database: Database, userId: string) {
  const [row] = await database
    .select({
      stripeCustomerId: customers.stripeCustomerId,
      stripeSubscriptionId: customers.stripeSubscriptionId,
      stripePriceId: customers.stripePriceId,
      stripeProductId: customers.stripeProductId,
      stripeNextPriceId: customers.stripeNextPriceId,
      stripeSubscriptionStatus: customers.stripeSubscriptionStatus,
      currentPeriodEnd: customers.currentPeriodEnd,
      trialEnd: customers.trialEnd,
      cancelAt: customers.cancelAt,
      trialUsedAt: customers.trialUsedAt,
    })
    .from(customers)
    .where(eq(customers.userId, userId));
  return row;
}

/** The user's rows of other tables, by table name. Each table is read at once: stream a large one, as items are. */
async function readOwnedTables(database: Database, userId: string) {
  const entries: [name: string, rows: unknown][] = [];
  for (const { name, table, owner } of OWNED_TABLES) {
    entries.push([name, await database.select().from(table).where(eq(owner, userId))]);
  }
  return Object.fromEntries(entries);
}

/** The user's devices, as listed in the settings. */
async function readDevices(database: Database, session: Session) {
  const devices = await listDevices(database, session);
  return devices.map(({ name, usedAt }) => ({ name, usedAt }));
}

/** The sessions that Supabase Auth stores, with the address of each sign-in. */
async function readSignIns(database: Database, session: Session) {
  const { rows } = await database.execute(
    sql`select * from public.list_sign_ins(${requireLiveSession(session)})`,
  );
  return rows;
}

/** Contact messages sent from the user's email, which is confirmed. */
function readContactMessages(database: Database, email: string) {
  return database
    .select({
      name: contactMessages.name,
      email: contactMessages.email,
      message: contactMessages.message,
      createdAt: contactMessages.createdAt,
    })
    .from(contactMessages)
    .where(eq(sql`lower(${contactMessages.email})`, email.toLowerCase()))
    .orderBy(asc(contactMessages.createdAt));
}

/** Emails to the user that are not deleted yet. The auth server does not store its emails. */
function readEmails(database: Database, email: string) {
  const { template, createdAt, sentAt } = outgoingEmails;
  return database
    .select({ template, createdAt, sentAt })
    .from(outgoingEmails)
    .where(eq(sql`lower(${outgoingEmails.recipient})`, email.toLowerCase()))
    .orderBy(asc(createdAt));
}

function serializeItem({ id, name, featured, createdAt }: Item): string {
  return JSON.stringify({ id, name, featured, createdAt: new Date(createdAt).toISOString() });
}
