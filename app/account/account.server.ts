import { eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { contactMessages, customers, users } from "#drizzle/schema";
import {
  type LiveUserId,
  requireLiveSession,
  type SessionRef,
} from "~/auth/session/live-session.server";
import { billingDate } from "~/billing/plan/billing-date";
import { syncVersionColumns } from "~/billing/sync/sync-version.server";
import { itemPageColumn, type PageRange } from "~/items/items.server";
import type { Database } from "~/platform/database.server";
import type { ChangeRequest } from "./change-request-card";
import { CHANGE_REQUEST, unmarkMessage } from "./change-requests";

/** A customer's subscription, and the ids at Stripe. */
export const subscriptionColumns = {
  stripeCustomerId: customers.stripeCustomerId,
  stripeSubscriptionId: customers.stripeSubscriptionId,
  stripePriceId: customers.stripePriceId,
  stripeProductId: customers.stripeProductId,
  stripeNextPriceId: customers.stripeNextPriceId,
  priceText: customers.priceText,
  cardText: customers.cardText,
  statusDetail: customers.statusDetail,
  amountDueText: customers.amountDueText,
  lastCharge: customers.lastCharge,
  stripeSubscriptionStatus: customers.stripeSubscriptionStatus,
  subscriptionStartedAt: customers.subscriptionStartedAt,
  currentPeriodEnd: customers.currentPeriodEnd,
  trialEnd: customers.trialEnd,
  cancelAt: customers.cancelAt,
  trialUsedAt: customers.trialUsedAt,
};
/** The user's id is first: Drizzle treats a joined row as null if its first column is null. */
const customerColumns = { userId: customers.userId, ...subscriptionColumns };

const requestsSchema = v.array(
  v.object({ id: v.string(), sent_at: v.string(), message: v.string() }),
);

/** The newest three change requests from the user's address, with their first words. */
const requestsColumn = sql<unknown>`(
  select coalesce(json_agg(request), '[]') from (
    select id, to_json(created_at) #>> '{}' as sent_at, left(message, 200) as message from ${contactMessages}
    where lower(email) = lower(${users.email}) and message like ${`[${CHANGE_REQUEST}%`}
      and not marked and not suspected_spam
    order by created_at desc limit 3) request)`;

/** Change requests as the dashboard lists them. */
function toChangeRequests(column: unknown): ChangeRequest[] {
  return v.parse(requestsSchema, column).map(({ id, sent_at, message }) => ({
    id,
    sentAt: billingDate(new Date(sent_at)),
    text: unmarkMessage(message),
  }));
}

/** The dashboard's data in one statement; undefined for an unknown user. */
export async function readDashboard(database: Database, userId: LiveUserId, range: PageRange = {}) {
  const [row] = await database
    .select({
      id: users.id,
      email: users.email,
      customer: customerColumns,
      page: itemPageColumn(database, userId, range),
      itemCount: users.itemCount,
      requests: requestsColumn,
    })
    .from(users)
    .leftJoin(customers, eq(customers.userId, users.id))
    .where(eq(users.id, userId));
  return row && { ...row, requests: toChangeRequests(row.requests) };
}

/** The user, with their customer row. */
export const userColumns = {
  id: users.id,
  email: users.email,
  name: users.name,
  itemCount: users.itemCount,
  customer: customerColumns,
};

/** The user with their customer row; undefined for an unknown user. */
export async function readUser(database: Database, userId: string | LiveUserId) {
  const [row] = await database
    .select(userColumns)
    .from(users)
    .leftJoin(customers, eq(customers.userId, users.id))
    .where(eq(users.id, userId));
  return row;
}

/**
 * Adds the row of a user who has none, such as one imported without triggers; false for one who has. Throws
 * if the session has ended.
 */
export async function addUserRow(database: Database, session: SessionRef): Promise<boolean> {
  const { rows } = await database.execute(sql`
    select public.add_user_row(${session.userId})
    where not exists (select from public.users where id = ${requireLiveSession(session)})`);
  return rows.length > 0;
}

/** Like `readUser`: throws if the session has ended. */
export function readLiveUser(database: Database, session: SessionRef) {
  return readUser(database, requireLiveSession(session));
}

/** A user who returns from Stripe, with a version for a sync. Throws if the session has ended. */
export async function readUserForSync(database: Database, session: SessionRef) {
  const [row] = await database
    .select({ id: users.id, customer: customerColumns, syncVersion: syncVersionColumns })
    .from(users)
    .leftJoin(customers, eq(customers.userId, users.id))
    .where(eq(users.id, requireLiveSession(session)));
  return row;
}
