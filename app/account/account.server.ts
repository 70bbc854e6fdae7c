import { eq } from "drizzle-orm";
import { customers, users } from "#drizzle/schema";
import { itemPageColumn, type PageRange } from "~/items/items.server";
import type { Database } from "~/platform/database.server";

/** What `readSubscription` needs to know. */
const subscriptionColumns = {
  stripePriceId: customers.stripePriceId,
  stripeProductId: customers.stripeProductId,
  stripeSubscriptionStatus: customers.stripeSubscriptionStatus,
  currentPeriodEnd: customers.currentPeriodEnd,
  trialEnd: customers.trialEnd,
  cancelAt: customers.cancelAt,
  trialUsedAt: customers.trialUsedAt,
};

/**
 * What a dashboard shows, in one statement: the user, the subscription and a page of items; undefined for
 * an unknown user.
 */
export async function readAccount(database: Database, userId: string, range: PageRange = {}) {
  const [account] = await database
    .select({
      id: users.id,
      email: users.email,
      customer: subscriptionColumns,
      page: itemPageColumn(database, userId, range),
    })
    .from(users)
    .leftJoin(customers, eq(customers.userId, users.id))
    .where(eq(users.id, userId));
  return account;
}

/** The user and the customers row; undefined for an unknown user. */
export async function readUser(database: Database, userId: string) {
  const [row] = await database
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      customer: {
        stripeCustomerId: customers.stripeCustomerId,
        ...subscriptionColumns,
      },
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
