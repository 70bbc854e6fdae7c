/** Items, one database operation a function. Every one is bound to the owner, in the statement itself. */
import { and, eq, exists, inArray, sql } from "drizzle-orm";
import { customers, items } from "#drizzle/schema";
import { ACTIVE_STATUSES, featuringPrices, type Prices } from "~/billing/subscription";
import type { Database } from "~/platform/database.server.ts";

/** The longest name, in characters; the table has the same bound. */
export const ITEM_NAME_MAX = 200;

/** Adds an item. */
export async function createItem(database: Database, owner: string, name: string): Promise<void> {
  await database.insert(items).values({ owner, name });
}

/** Renames an item; false when the owner has no such item. */
export async function renameItem(
  database: Database,
  owner: string,
  id: string,
  name: string,
): Promise<boolean> {
  const renamed = await database
    .update(items)
    .set({ name })
    .where(and(eq(items.id, id), eq(items.owner, owner)))
    .returning({ id: items.id });
  return renamed.length > 0;
}

/** Deletes an item; false when the owner has no such item. */
export async function deleteItem(database: Database, owner: string, id: string): Promise<boolean> {
  const deleted = await database
    .delete(items)
    .where(and(eq(items.id, id), eq(items.owner, owner)))
    .returning({ id: items.id });
  return deleted.length > 0;
}

/**
 * Sets the featured flag. Featuring needs an active plan among `prices`' featuring ones, checked by the
 * same statement that writes; false when the plan or the item is missing.
 */
export async function setItemFeatured(
  database: Database,
  options: { owner: string; id: string; featured: boolean; prices: Prices },
): Promise<boolean> {
  const { owner, id, featured, prices } = options;
  const entitled = database
    .select({ one: sql`1` })
    .from(customers)
    .where(
      and(
        eq(customers.userId, owner),
        inArray(customers.stripeSubscriptionStatus, [...ACTIVE_STATUSES]),
        inArray(customers.stripePriceId, featuringPrices(prices)),
      ),
    );
  const updated = await database
    .update(items)
    .set({ featured })
    .where(and(eq(items.id, id), eq(items.owner, owner), exists(entitled)))
    .returning({ id: items.id });
  return updated.length > 0;
}
