import { eq } from "drizzle-orm";
import { customers, users } from "#drizzle/schema";
import {
  type LiveUserId,
  requireLiveSession,
  type SessionRef,
} from "~/auth/session/live-session.server";
import { SHELF_SIZE } from "~/items/item";
import { isWholeList, WHOLE_LIST } from "~/items/item-view";
import { foundColumn, itemPageColumn, type PageRange } from "~/items/items.server";
import type { Database } from "~/platform/database.server";
import { emailChangeColumn, toEmailChange } from "./email-change.server";

/** What `readSubscription` needs to know, and the mark of the subscription. */
const subscriptionColumns = {
  // Drizzle takes a joined row for none when the first of its columns is null.
  userId: customers.userId,
  stripeSubscriptionId: customers.stripeSubscriptionId,
  stripePriceId: customers.stripePriceId,
  stripeProductId: customers.stripeProductId,
  stripeNextPriceId: customers.stripeNextPriceId,
  stripeSubscriptionStatus: customers.stripeSubscriptionStatus,
  currentPeriodEnd: customers.currentPeriodEnd,
  trialEnd: customers.trialEnd,
  cancelAt: customers.cancelAt,
  trialUsedAt: customers.trialUsedAt,
};

/** The newest featured items. */
const SHELF: PageRange = { view: { ...WHOLE_LIST, onlyFeatured: true }, size: SHELF_SIZE };

/**
 * What a dashboard shows, in one statement: the user, the subscription, a page of items, the shelf of
 * featured ones, and how many there are; undefined for an unknown user.
 */
export async function readAccount(database: Database, userId: string, range: PageRange = {}) {
  const { view = WHOLE_LIST } = range;
  const [account] = await database
    .select({
      id: users.id,
      email: users.email,
      customer: subscriptionColumns,
      page: itemPageColumn(database, userId, range),
      shelf: itemPageColumn(database, userId, SHELF),
      itemCount: users.itemCount,
      ...(isWholeList(view) ? {} : { found: foundColumn(database, userId, view) }),
    })
    .from(users)
    .leftJoin(customers, eq(customers.userId, users.id))
    .where(eq(users.id, userId));
  return account;
}

const userColumns = {
  id: users.id,
  email: users.email,
  name: users.name,
  customer: {
    ...subscriptionColumns,
    stripeCustomerId: customers.stripeCustomerId,
  },
};

/** The user and the customers row; undefined for an unknown user. */
export async function readUser(database: Database, userId: string | LiveUserId) {
  const [row] = await database
    .select(userColumns)
    .from(users)
    .leftJoin(customers, eq(customers.userId, users.id))
    .where(eq(users.id, userId));
  return row;
}

/** The same for a session that may change something: fails when it has ended. */
export function readLiveUser(database: Database, session: SessionRef) {
  return readUser(database, requireLiveSession(session));
}

/** What the general settings show, in one statement: the user, and a change of address that is under way. */
export async function readProfile(database: Database, userId: string | LiveUserId) {
  const [row] = await database
    .select({ ...userColumns, emailChange: emailChangeColumn })
    .from(users)
    .leftJoin(customers, eq(customers.userId, users.id))
    .where(eq(users.id, userId));
  return row && { ...row, emailChange: toEmailChange(row.emailChange) };
}

/** Saves the name; false when there is no such user. */
export async function renameUser(
  database: Database,
  userId: LiveUserId,
  name: string,
): Promise<boolean> {
  const renamed = await database
    .update(users)
    .set({ name })
    .where(eq(users.id, userId))
    .returning({ id: users.id });
  return renamed.length > 0;
}
