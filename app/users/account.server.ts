import { eq } from "drizzle-orm";
import { customers, users } from "#drizzle/schema";
import type { ItemPosition } from "~/items/item";
import { itemPageOf, toItemPage } from "~/items/items.server";
import type { Database } from "~/platform/database.server.ts";

const userColumns = { id: users.id, email: users.email, name: users.name };

/** What `readSubscription` reads. */
const subscriptionColumns = {
  stripePriceId: customers.stripePriceId,
  stripeSubscriptionStatus: customers.stripeSubscriptionStatus,
  currentPeriodEnd: customers.currentPeriodEnd,
  trialEnd: customers.trialEnd,
  cancelAt: customers.cancelAt,
};

/**
 * The user, the customers row and a page of items (from `before` on, or the newest), in one statement;
 * undefined for an unknown user.
 */
export async function readAccount(database: Database, userId: string, before?: ItemPosition) {
  const items = itemPageOf(userId, before);
  const [row] = await database
    .select({ ...userColumns, customer: subscriptionColumns, items })
    .from(users)
    .leftJoin(customers, eq(customers.userId, users.id))
    .where(eq(users.id, userId));
  return row && { ...row, items: toItemPage(row.items) };
}

/** The user and the customers row; undefined for an unknown user. */
export async function readUser(database: Database, userId: string) {
  const [row] = await database
    .select({
      ...userColumns,
      customer: { ...subscriptionColumns, stripeCustomerId: customers.stripeCustomerId },
    })
    .from(users)
    .leftJoin(customers, eq(customers.userId, users.id))
    .where(eq(users.id, userId));
  return row;
}

/** Saves the name; false when there is no such user. */
export async function renameUser(
  database: Database,
  userId: string,
  name: string,
): Promise<boolean> {
  const renamed = await database
    .update(users)
    .set({ name })
    .where(eq(users.id, userId))
    .returning({ id: users.id });
  return renamed.length > 0;
}
