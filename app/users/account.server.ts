import { eq } from "drizzle-orm";
import { users } from "#drizzle/schema";
import type { ItemPosition } from "~/items/item";
import { ITEMS_PER_PAGE, newestFirst, olderThan, toItemPage } from "~/items/items.server";
import type { Database } from "~/platform/database.server.ts";

/** What `readSubscription` reads. */
const subscriptionColumns = {
  stripePriceId: true,
  stripeSubscriptionStatus: true,
  currentPeriodEnd: true,
  trialEnd: true,
  cancelAt: true,
} as const;

/**
 * The user, the customers row and a page of items (from `before` on, or the newest), in one statement;
 * undefined for an unknown user.
 */
export async function readAccount(database: Database, userId: string, before?: ItemPosition) {
  const row = await database.query.users.findFirst({
    where: eq(users.id, userId),
    columns: { id: true, email: true, name: true },
    with: {
      customer: { columns: subscriptionColumns },
      items: {
        columns: { id: true, name: true, featured: true, createdAt: true },
        where: olderThan(before),
        orderBy: newestFirst,
        limit: ITEMS_PER_PAGE + 1,
      },
    },
  });
  return row && { ...row, items: toItemPage(row.items) };
}

/** The user and the customers row; undefined for an unknown user. */
export function readUser(database: Database, userId: string) {
  return database.query.users.findFirst({
    where: eq(users.id, userId),
    columns: { id: true, email: true, name: true },
    with: { customer: { columns: { ...subscriptionColumns, stripeCustomerId: true } } },
  });
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
