/** Items, one database operation a function. Every statement is limited to the owner's items. */
import { and, desc, eq, exists, ilike, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { customers, items } from "#drizzle/schema";
import type { LiveUserId } from "~/auth/session/live-session.server";
import { ACTIVE_STATUSES, getFeaturingPrices, type PlanPrices } from "~/billing/plan/subscription";
import type { Database } from "~/platform/database.server";
import { driverError } from "~/platform/database-failure.server";
import { encodeCursor } from "./cursor";
import { ITEMS_PER_PAGE, type Item, type ItemPage, type ItemPosition, MAX_COUNTED } from "./item";
import { type ItemView, UNFILTERED_VIEW } from "./item-view";

const itemColumns = {
  id: items.id,
  name: items.name,
  featured: items.featured,
  createdAt: sql`(extract(epoch from ${items.createdAt}) * 1000)::bigint`
    .mapWith(Number)
    .as("createdAt"),
};

/** Reading trusts the token; writing does not. */
type Owner = string | LiveUserId;

/** Where a page begins (the newest item without `before`), how many items it holds, and of which view. */
export interface PageRange {
  readonly before?: ItemPosition | undefined;
  readonly size?: number;
  readonly view?: ItemView;
}

/** The owner's items of a page, newest first, and one more where the list goes on. */
function selectPage(
  database: Database,
  owner: Owner,
  { before, size = ITEMS_PER_PAGE, view = UNFILTERED_VIEW }: PageRange,
) {
  return database
    .select(itemColumns)
    .from(items)
    .where(and(isInView(owner, view), before && isOlderThan(before)))
    .orderBy(desc(items.createdAt), desc(items.id))
    .limit(size + 1);
}

/** The owner's items that a view shows. */
function isInView(owner: Owner, { query, onlyFeatured }: ItemView): SQL | undefined {
  return and(
    eq(items.owner, owner),
    onlyFeatured ? sql`${items.featured}` : undefined,
    query === "" ? undefined : ilike(items.name, `%${query.replaceAll(/[\\%_]/g, "\\$&")}%`),
  );
}

/** The same order as `comesAfter` in item.ts. */
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
  owner: Owner,
  range: PageRange,
): Promise<ItemPage> {
  return toPage(await selectPage(database, owner, range), range);
}

/** The same page as a column of another statement, which spares that one a second query. */
export function itemPageColumn(database: Database, owner: Owner, range: PageRange) {
  const page = selectPage(database, owner, range).as("page");
  return sql`(select coalesce(json_agg(page), '[]') from ${page})`.mapWith(
    (rows: readonly Item[]) => toPage(rows, range),
  );
}

/** How many items a view shows, as a column of another statement; stops counting behind `MAX_COUNTED`. */
export function countColumn(database: Database, owner: Owner, view: ItemView) {
  const found = database
    .select({ id: items.id })
    .from(items)
    .where(isInView(owner, view))
    .limit(MAX_COUNTED + 1)
    .as("found");
  return sql`(select count(*) from ${found})`.mapWith(Number);
}

/** One item; undefined when the owner has no such item. */
export async function readItem(
  database: Database,
  owner: Owner,
  id: string,
): Promise<Item | undefined> {
  const [item] = await database
    .select(itemColumns)
    .from(items)
    .where(and(eq(items.id, id), eq(items.owner, owner)));
  return item;
}

/** "full": the owner has as many items as the database takes. */
export type AddOutcome = "done" | "full";

/**
 * Adds an item. The same id and name again is the same item. An id that is taken otherwise (by a form
 * from the browser's history, or by someone else) is replaced by a new one: nothing typed is lost, and
 * nothing is said about other people's ids.
 */
export function createItem(
  database: Database,
  owner: LiveUserId,
  { id, name }: Pick<Item, "id" | "name">,
): Promise<AddOutcome> {
  return unlessFull(async () => {
    const inserted = await database
      .insert(items)
      .values({ id, owner, name })
      .onConflictDoNothing()
      .returning({ id: items.id });
    if (inserted.length > 0) return;
    const known = await readItem(database, owner, id);
    if (known?.name !== name) await database.insert(items).values({ owner, name });
  });
}

/** The name under which the database refuses one item too many (`items_owner_limit`). */
const LIMIT = "items_owner_limit";

async function unlessFull(add: () => Promise<unknown>): Promise<AddOutcome> {
  try {
    await add();
    return "done";
  } catch (error) {
    const cause = driverError(error);
    const isLimit = cause instanceof Error && "constraint" in cause && cause.constraint === LIMIT;
    if (isLimit) return "full";
    throw error;
  }
}

/** Renames an item; false when the owner has no such item. */
export async function renameItem(
  database: Database,
  owner: LiveUserId,
  { id, name }: Pick<Item, "id" | "name">,
): Promise<boolean> {
  const renamed = await database
    .update(items)
    .set({ name })
    .where(and(eq(items.id, id), eq(items.owner, owner)))
    .returning({ id: items.id });
  return renamed.length > 0;
}

/** Deletes items and returns what they were; those that the owner does not have are left out. */
export function deleteItems(
  database: Database,
  owner: LiveUserId,
  ids: readonly string[],
): Promise<Item[]> {
  return database.delete(items).where(areOwned(owner, ids)).returning(itemColumns);
}

function areOwned(owner: LiveUserId, ids: readonly string[]): SQL | undefined {
  return and(eq(items.owner, owner), inArray(items.id, [...ids]));
}

/**
 * Puts deleted items back in their old places. They are featured again only if the plan still allows
 * that. An item whose id is in use again is left out.
 */
export function restoreItems(
  database: Database,
  owner: LiveUserId,
  { deleted, catalogue }: { deleted: readonly Item[]; catalogue: PlanPrices },
): Promise<AddOutcome> {
  const mayFeature = exists(featuringPlan(database, owner, catalogue));
  const rows = deleted.map(({ id, name, createdAt, featured }) => ({
    id,
    owner,
    name,
    createdAt: sql`least(${timestamp(createdAt)}, now())`,
    featured: sql`${featured} and ${mayFeature}`,
  }));
  return unlessFull(() => database.insert(items).values(rows).onConflictDoNothing());
}

/** The ids of the items that were changed, which leaves out those that were so already. */
export type FeatureOutcome = readonly string[] | "upgrade" | "gone";

/**
 * Sets the featured flag of items. It needs an active plan among the `catalogue`'s featuring ones, checked by
 * the same statement that writes.
 */
export async function setItemsFeatured(
  database: Database,
  owner: LiveUserId,
  {
    ids,
    featured,
    catalogue,
  }: { ids: readonly string[]; featured: boolean; catalogue: PlanPrices },
): Promise<FeatureOutcome> {
  const plan = featuringPlan(database, owner, catalogue);
  const updated = await database
    .update(items)
    .set({ featured })
    .where(and(areOwned(owner, ids), ne(items.featured, featured), exists(plan)))
    .returning({ id: items.id });
  if (updated.length > 0) return updated.map(({ id }) => id);
  if ((await plan).length === 0) return "upgrade";
  const known = await database.$count(items, areOwned(owner, ids));
  return known > 0 ? [] : "gone";
}

/** A row when the owner's plan covers featured items, none otherwise. */
function featuringPlan(database: Database, owner: LiveUserId, catalogue: PlanPrices) {
  const { prices, products } = getFeaturingPrices(catalogue);
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
