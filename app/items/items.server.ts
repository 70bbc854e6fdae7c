/** Items, one database operation a function. Every statement is limited to the owner's items. */
import { and, desc, eq, exists, inArray, or, type SQL, sql } from "drizzle-orm";
import { customers, items } from "#drizzle/schema";
import { ACTIVE_STATUSES, type Catalogue, featuringOffers } from "~/billing/subscription";
import type { Database } from "~/platform/database.server";
import { encodeCursor } from "./cursor";
import { ITEMS_PER_PAGE, type Item, type ItemPage, type ItemPosition } from "./item";

const itemColumns = {
  id: items.id,
  name: items.name,
  featured: items.featured,
  createdAt: sql`(extract(epoch from ${items.createdAt}) * 1000)::bigint`
    .mapWith(Number)
    .as("createdAt"),
};

/** Where a page begins (the newest item without `before`), and how many items it holds. */
export interface PageRange {
  readonly before?: ItemPosition | undefined;
  readonly size?: number;
}

/** The owner's items of a page, newest first, and one more where the list goes on. */
function selectPage(
  database: Database,
  owner: string,
  { before, size = ITEMS_PER_PAGE }: PageRange,
) {
  return database
    .select(itemColumns)
    .from(items)
    .where(and(eq(items.owner, owner), before && isOlderThan(before)))
    .orderBy(desc(items.createdAt), desc(items.id))
    .limit(size + 1);
}

/** The same order as `isOlder` in item.ts. */
function isOlderThan({ createdAt, id }: ItemPosition): SQL {
  return sql`(${items.createdAt}, ${items.id}) < (${timestamp(createdAt)}, ${id}::uuid)`;
}

/** Epoch milliseconds as the database's type. */
function timestamp(time: number): SQL {
  return sql`${new Date(time).toISOString()}::timestamptz`;
}

function toPage(rows: readonly Item[], { size = ITEMS_PER_PAGE }: PageRange): ItemPage {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return { items: page, next: last && rows.length > size ? encodeCursor(last) : null };
}

/** A page of the owner's items, newest first. Costs the same wherever it begins. */
export async function readItemPage(
  database: Database,
  owner: string,
  range: PageRange,
): Promise<ItemPage> {
  return toPage(await selectPage(database, owner, range), range);
}

/** The same page as a column of another statement, which spares that one a second query. */
export function itemPageColumn(database: Database, owner: string, range: PageRange) {
  const page = selectPage(database, owner, range).as("page");
  return sql`(select coalesce(json_agg(page), '[]') from ${page})`.mapWith(
    (rows: readonly Item[]) => toPage(rows, range),
  );
}

/** One item; undefined when the owner has no such item. */
export async function readItem(
  database: Database,
  owner: string,
  id: string,
): Promise<Item | undefined> {
  const [item] = await database
    .select(itemColumns)
    .from(items)
    .where(and(eq(items.id, id), eq(items.owner, owner)));
  return item;
}

/**
 * Adds an item. The same id and name again is the same item. An id that is taken otherwise (by a form
 * from the browser's history, or by someone else) is replaced by a new one: nothing typed is lost, and
 * nothing is said about other people's ids.
 */
export async function createItem(
  database: Database,
  owner: string,
  { id, name }: Pick<Item, "id" | "name">,
): Promise<void> {
  const inserted = await database
    .insert(items)
    .values({ id, owner, name })
    .onConflictDoNothing()
    .returning({ id: items.id });
  if (inserted.length > 0) return;
  const known = await readItem(database, owner, id);
  if (known?.name !== name) await database.insert(items).values({ owner, name });
}

/** Renames an item; false when the owner has no such item. */
export async function renameItem(
  database: Database,
  owner: string,
  { id, name }: Pick<Item, "id" | "name">,
): Promise<boolean> {
  const renamed = await database
    .update(items)
    .set({ name })
    .where(and(eq(items.id, id), eq(items.owner, owner)))
    .returning({ id: items.id });
  return renamed.length > 0;
}

/** Deletes an item and returns what it was; undefined when the owner has no such item. */
export async function deleteItem(
  database: Database,
  owner: string,
  id: string,
): Promise<Item | undefined> {
  const [deleted] = await database
    .delete(items)
    .where(and(eq(items.id, id), eq(items.owner, owner)))
    .returning(itemColumns);
  return deleted;
}

/**
 * Puts a deleted item back in its old place. It is featured again only if the plan still allows that.
 * Does nothing when the id is in use again.
 */
export async function restoreItem(
  database: Database,
  owner: string,
  { item, catalogue }: { item: Item; catalogue: Catalogue },
): Promise<void> {
  await database
    .insert(items)
    .values({
      id: item.id,
      owner,
      name: item.name,
      createdAt: sql`least(${timestamp(item.createdAt)}, now())`,
      featured: sql`${item.featured} and ${exists(featuringPlan(database, owner, catalogue))}`,
    })
    .onConflictDoNothing();
}

export type FeatureOutcome = "done" | "upgrade" | "gone";

/**
 * Sets the featured flag. It needs an active plan among the `catalogue`'s featuring ones, checked by the
 * same statement that writes.
 */
export async function setItemFeatured(
  database: Database,
  owner: string,
  { id, featured, catalogue }: { id: string; featured: boolean; catalogue: Catalogue },
): Promise<FeatureOutcome> {
  const plan = featuringPlan(database, owner, catalogue);
  const updated = await database
    .update(items)
    .set({ featured })
    .where(and(eq(items.id, id), eq(items.owner, owner), exists(plan)))
    .returning({ id: items.id });
  if (updated.length > 0) return "done";
  return (await plan).length > 0 ? "gone" : "upgrade";
}

/** A row when the owner's plan covers featured items, none otherwise. */
function featuringPlan(database: Database, owner: string, catalogue: Catalogue) {
  const { prices, products } = featuringOffers(catalogue);
  return database
    .select({ userId: customers.userId })
    .from(customers)
    .where(
      and(
        eq(customers.userId, owner),
        inArray(customers.stripeSubscriptionStatus, [...ACTIVE_STATUSES]),
        or(inArray(customers.stripeProductId, products), inArray(customers.stripePriceId, prices)),
      ),
    );
}
