import { asc, eq, sql } from "drizzle-orm";
import { contactMessages, customers, users } from "#drizzle/schema";
import type { Session } from "~/auth/visit.server";
import { decodeCursor } from "~/items/cursor";
import type { Item, ItemPosition } from "~/items/item";
import { readItemPage } from "~/items/items.server";
import type { Database } from "~/platform/database.server";

/** Items read at a time. */
const PAGE_SIZE = 1_000;

/**
 * Everything that the product holds about a user, as JSON text in parts; undefined for an unknown user.
 * All of it is read before any of it is sent: a file that was cut off in the middle could be taken for
 * the whole.
 */
export async function exportAccount(
  database: Database,
  session: Session,
): Promise<string[] | undefined> {
  const [user] = await database.select().from(users).where(eq(users.id, session.userId));
  if (!user) return undefined;
  const facts = {
    exportedAt: new Date().toISOString(),
    user: { ...user, signInMethods: session.providers },
    subscription: (await readCustomerFacts(database, user.id)) ?? null,
    contactMessages: await readContactMessages(database, user.email),
  };
  const opened = JSON.stringify(facts, null, 2).slice(0, -"\n}".length);
  return [opened, ',\n  "items": [', ...(await itemParts(database, user.id)), "\n  ]\n}\n"];
}

async function readCustomerFacts(database: Database, userId: string) {
  const [facts] = await database
    .select({
      stripeCustomerId: customers.stripeCustomerId,
      stripeSubscriptionId: customers.stripeSubscriptionId,
      stripePriceId: customers.stripePriceId,
      stripeProductId: customers.stripeProductId,
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

async function itemParts(database: Database, owner: string): Promise<string[]> {
  const parts: string[] = [];
  let before: ItemPosition | undefined;
  do {
    const { items, next } = await readItemPage(database, owner, { before, size: PAGE_SIZE });
    for (const item of items) parts.push(`${parts.length > 0 ? "," : ""}\n    ${toLine(item)}`);
    before = decodeCursor(next);
  } while (before);
  return parts;
}

function toLine({ id, name, featured, createdAt }: Item): string {
  return JSON.stringify({ id, name, featured, createdAt: new Date(createdAt).toISOString() });
}
