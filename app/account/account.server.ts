import { eq, sql } from "drizzle-orm";
import { customers, users } from "#drizzle/schema";
import type { StoredSubscription } from "~/billing/subscription";
import type { ItemPosition } from "~/items/item";
import { type JsonItem, readJsonItem } from "~/items/item-page-text";
import { selectItemsAsJson, toItemPage } from "~/items/items.server";
import type { Database } from "~/platform/database.server";

interface AccountRow extends Record<string, unknown> {
  readonly id: string;
  readonly email: string;
  readonly stripe_price_id: string | null;
  readonly stripe_subscription_status: string | null;
  readonly current_period_end: string | null;
  readonly trial_end: string | null;
  readonly cancel_at: string | null;
  readonly items: readonly JsonItem[];
}

/**
 * What a dashboard shows: the user, the subscription and a page of items (from `before` on, or the newest);
 * undefined for an unknown user. One statement, written out: it is the one that runs most, and to
 * assemble it anew every time was a tenth of what a dashboard costs.
 */
export async function readAccount(database: Database, userId: string, before?: ItemPosition) {
  const { rows } = await database.execute<AccountRow>(sql`
    select users.id, users.email, stripe_price_id, stripe_subscription_status,
      current_period_end, trial_end, cancel_at, ${selectItemsAsJson(userId, before)} as items
    from users left join customers on customers.user_id = users.id
    where users.id = ${userId}`);
  const [row] = rows;
  if (!row) return undefined;
  const customer: StoredSubscription = {
    stripePriceId: row.stripe_price_id,
    stripeSubscriptionStatus: row.stripe_subscription_status,
    currentPeriodEnd: toDate(row.current_period_end),
    trialEnd: toDate(row.trial_end),
    cancelAt: toDate(row.cancel_at),
  };
  const items = toItemPage(row.items.map(readJsonItem));
  return { id: row.id, email: row.email, customer, items };
}

function toDate(time: string | null): Date | null {
  return time === null ? null : new Date(time);
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
        stripePriceId: customers.stripePriceId,
        stripeSubscriptionStatus: customers.stripeSubscriptionStatus,
        currentPeriodEnd: customers.currentPeriodEnd,
        trialEnd: customers.trialEnd,
        cancelAt: customers.cancelAt,
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
