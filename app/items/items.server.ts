/** Database operations on items. Every statement is restricted to the owner's items. */
import { and, desc, eq, exists, ilike, type SQL, sql } from "drizzle-orm";
import { items } from "#drizzle/schema";
import type { LiveUserId } from "~/auth/session/live-session.server";
import { selectFeaturingPlan, UNPAID_STATUSES } from "~/billing/plan/featuring-plan.server";
import type { PlanCatalog } from "~/billing/plan/plan-catalog";
import type { Database } from "~/platform/database.server";
import { readConstraint } from "~/platform/database-failure.server";
import { encodeCursor } from "./cursor";
import { ITEMS_PER_PAGE, type Item, type ItemPage, type ItemPosition } from "./item";
import { type ItemFilter, NO_FILTER } from "./item-filter";

const itemColumns = {
  id: items.id,
  name: items.name,
  featured: items.featured,
  createdAt: sql`(extract(epoch from ${items.createdAt}) * 1000)::bigint`
    .mapWith(Number)
    .as("createdAt"),
};

/** A page of the list: the newest items of `filter`, or those after `before`. */
export interface PageRange {
  readonly before?: ItemPosition | undefined;
  readonly filter?: ItemFilter;
}

/** Spaces and apostrophes match any character, so also their no-break and typographic forms. */
function toPattern(query: string): string {
  return `%${query.replaceAll(/[\\%_]/g, "\\$&").replaceAll(/[\s'‘’ʼ]/g, "_")}%`;
}

function isMatch(owner: LiveUserId, { query, onlyFeatured }: ItemFilter): SQL | undefined {
  return and(
    eq(items.owner, owner),
    onlyFeatured ? sql`${items.featured}` : undefined,
    query === "" ? undefined : ilike(items.name, toPattern(query)),
  );
}

/** Same order as `isOlderItem` in item.ts. */
function isBefore({ createdAt, id }: ItemPosition): SQL {
  return sql`(${items.createdAt}, ${items.id}) < (${timestamp(createdAt)}, ${id}::uuid)`;
}

/** `time` in epoch milliseconds. */
function timestamp(time: number): SQL {
  return sql`${new Date(time).toISOString()}::timestamptz`;
}

function isOwned(owner: LiveUserId, id: string): SQL | undefined {
  return and(eq(items.id, id), eq(items.owner, owner));
}

/**
 * A page of the owner's items, newest first, as a column of another statement. By keyset: every page costs
 * the same.
 */
export function itemPageColumn(
  database: Database,
  owner: LiveUserId,
  { before, filter = NO_FILTER }: PageRange,
) {
  const page = database
    .select(itemColumns)
    .from(items)
    .where(and(isMatch(owner, filter), before && isBefore(before)))
    .orderBy(desc(items.createdAt), desc(items.id))
    // One more than the page holds, which shows whether there is a next page.
    .limit(ITEMS_PER_PAGE + 1)
    .as("page");
  return sql`(select coalesce(json_agg(page), '[]') from ${page})`.mapWith(
    (rows: readonly Item[]): ItemPage => {
      const items = rows.slice(0, ITEMS_PER_PAGE);
      const last = items.at(-1);
      return { items, next: last && rows.length > items.length ? encodeCursor(last) : null };
    },
  );
}

/** One item; undefined if the owner has no such item. */
export async function readItem(database: Database, owner: LiveUserId, id: string) {
  const [item] = await database.select(itemColumns).from(items).where(isOwned(owner, id));
  return item;
}

/** "full": the owner has reached the item limit. */
type AddOutcome = "done" | "full";

/**
 * Adds an item. Idempotent for the same id and name. If the id is taken by another item (a form from the
 * browser's history, or another owner's id), the item gets a new id, which loses no input and reveals nothing
 * about other ids.
 */
export function createItem(
  database: Database,
  owner: LiveUserId,
  { id, name }: Pick<Item, "id" | "name">,
): Promise<AddOutcome> {
  return insertUnlessFull(async () => {
    const inserted = await database
      .insert(items)
      .values({ id, owner, name })
      .onConflictDoNothing()
      .returning({ id: items.id });
    if (inserted.length > 0) return;
    const existing = await readItem(database, owner, id);
    if (existing?.name !== name) await database.insert(items).values({ owner, name });
  });
}

/** Constraint violated by the item that exceeds the limit. */
const OWNER_LIMIT_CONSTRAINT = "items_owner_limit";

async function insertUnlessFull(add: () => Promise<unknown>): Promise<AddOutcome> {
  try {
    await add();
    return "done";
  } catch (error) {
    if (readConstraint(error) === OWNER_LIMIT_CONSTRAINT) return "full";
    throw error;
  }
}

/** Renames an item; "gone" if the owner has no such item. */
export async function renameItem(
  database: Database,
  owner: LiveUserId,
  { id, name }: Pick<Item, "id" | "name">,
): Promise<"done" | "gone"> {
  const renamed = await database
    .update(items)
    .set({ name })
    .where(isOwned(owner, id))
    .returning({ id: items.id });
  return renamed.length > 0 ? "done" : "gone";
}

/** Deletes an item and returns it; undefined if the owner has no such item. */
export async function deleteItem(database: Database, owner: LiveUserId, id: string) {
  const [deleted] = await database.delete(items).where(isOwned(owner, id)).returning(itemColumns);
  return deleted;
}

/**
 * Restores a deleted item at its original time, featured only if the plan still allows it. Skips an id that
 * is in use.
 */
export function restoreItem(
  database: Database,
  owner: LiveUserId,
  { item, catalog }: { item: Item; catalog: PlanCatalog },
): Promise<AddOutcome> {
  const { id, name, createdAt, featured } = item;
  const mayFeature = exists(selectFeaturingPlan(database, owner, catalog));
  const row = {
    id,
    owner,
    name,
    createdAt: sql`least(${timestamp(createdAt)}, now())`,
    featured: sql`${featured} and ${mayFeature}`,
  };
  return insertUnlessFull(() => database.insert(items).values(row).onConflictDoNothing());
}

/** Sets the featured flag. The statement that writes also requires an active plan that includes featuring. */
export async function setItemFeatured(
  database: Database,
  owner: LiveUserId,
  { id, featured, catalog }: { id: string; featured: boolean; catalog: PlanCatalog },
): Promise<"done" | "upgrade" | "unpaid" | "gone"> {
  const plan = selectFeaturingPlan(database, owner, catalog);
  const updated = await database
    .update(items)
    .set({ featured })
    .where(and(isOwned(owner, id), exists(plan)))
    .returning({ id: items.id });
  if (updated.length > 0) return "done";
  if ((await plan).length > 0) return "gone";
  const unpaid = await selectFeaturingPlan(database, owner, catalog, UNPAID_STATUSES);
  return unpaid.length > 0 ? "unpaid" : "upgrade";
}
