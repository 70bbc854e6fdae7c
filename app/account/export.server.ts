import { asc, eq, sql } from "drizzle-orm";
import { contactMessages, customers, users } from "#drizzle/schema";
import { requireLiveSession } from "~/auth/session/live-session.server";
import type { Session } from "~/auth/session/request-auth.server";
import { listDevices } from "~/devices/devices.server";
import { decodeCursor } from "~/items/cursor";
import type { Item, ItemPage, ItemPosition } from "~/items/item";
import { readItemPage } from "~/items/items.server";
import type { Database } from "~/platform/database.server";

/** Items read at a time. */
const PAGE_SIZE = 1_000;

/**
 * Everything that the product holds about a user, as JSON text in parts; undefined for an unknown user.
 * The items are read as they are sent, a page at a time, so that a long list takes no more memory than a
 * short one. The last part is `"complete": true`: a file that was broken off has no end and is no JSON.
 */
export async function exportAccount(
  database: Database,
  session: Session,
): Promise<AsyncGenerator<string> | undefined> {
  const [user] = await database
    .select()
    .from(users)
    .where(eq(users.id, requireLiveSession(session)));
  if (!user) return undefined;
  const facts = {
    exportedAt: new Date().toISOString(),
    user: { ...user, signInMethods: session.providers },
    devices: await readDevices(database, session),
    subscription: (await readSubscriptionRow(database, user.id)) ?? null,
    contactMessages: await readContactMessages(database, user.email),
  };
  // The first items are read before anything is sent: a database that is down is an answer of its own.
  const first = await readItemPage(database, user.id, { size: PAGE_SIZE });
  return generateJson(JSON.stringify(facts, null, 2), first, (before) =>
    readItemPage(database, user.id, { before, size: PAGE_SIZE }),
  );
}

/** Text as a stream of bytes, made no faster than it is taken. */
interface ChunkStream {
  readonly body: ReadableStream<Uint8Array>;
  /** Settles, without an error, when nothing more is asked of the parts. */
  readonly finished: Promise<void>;
}

/**
 * Sends parts one after another. When one cannot be made, `onFailure` is told and the response breaks
 * off, which browsers show as a failed download; a reader who leaves ends the parts.
 */
export function streamChunks(
  parts: AsyncGenerator<string>,
  onFailure: (error: unknown) => void,
): ChunkStream {
  const encoder = new TextEncoder();
  let end = () => {};
  const sent = new Promise<void>((resolve) => {
    end = resolve;
  });
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await parts.next();
        if (!done) return controller.enqueue(encoder.encode(value));
        controller.close();
      } catch (error) {
        onFailure(error);
        controller.error(error);
      }
      end();
    },
    async cancel() {
      end();
      await parts.return(undefined);
    },
  });
  return { body, finished: sent };
}

async function* generateJson(
  facts: string,
  first: ItemPage,
  readNext: (before: ItemPosition) => Promise<ItemPage>,
): AsyncGenerator<string> {
  yield `${facts.slice(0, -"\n}".length)},\n  "items": [`;
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
  const [facts] = await database
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
  return facts;
}

/** Where the user is signed in, as the settings tell it. */
async function readDevices(database: Database, session: Session) {
  const devices = await listDevices(database, session);
  return devices.map(({ name, usedAt }) => ({ name, usedAt }));
}

/** Sent through the contact form under the user's address, which they have confirmed. */
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

function serializeItem({ id, name, featured, createdAt }: Item): string {
  return JSON.stringify({ id, name, featured, createdAt: new Date(createdAt).toISOString() });
}
