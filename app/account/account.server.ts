import { eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { contactMessages, customers, outgoingEmails, users } from "#drizzle/schema";
import {
  type LiveUserId,
  requireLiveSession,
  type SessionRef,
} from "~/auth/session/live-session.server";
import { billingDate } from "~/billing/plan/billing-date";
import { toldChangeSchema } from "~/billing/plan/sentences.server";
import { syncVersionColumns } from "~/billing/sync/sync-version.server";
import { itemPageColumn, type PageRange } from "~/items/items.server";
import type { Database } from "~/platform/database.server";
import type { ChangeRequest } from "./change-card";

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

/** The prefix that the contact page gives a subscriber's message: "[Change request, Pro plan] …". */
const CHANGE_REQUEST = /^\[Change request[^\]]*\] /;

const requestsSchema = v.array(
  v.object({ id: v.string(), sent_at: v.string(), message: v.string() }),
);

/** A pending email change. Both addresses confirm it by following a link. */
export interface EmailChange {
  readonly newEmail: string;
  readonly awaitingConfirmation: "both" | "old" | "new";
  readonly isExpired: boolean;
}

/** The newest three change requests from the user's address, with their first words. */
const requestsColumn = sql<unknown>`(
  select coalesce(json_agg(request), '[]') from (
    select id, to_json(created_at) #>> '{}' as sent_at, left(message, 200) as message from ${contactMessages}
    where lower(email) = lower(${users.email}) and message like '[Change request%'
      and not marked and not suspected_spam
    order by created_at desc limit 3) request)`;

/** Change requests as the dashboard lists them. */
function toChangeRequests(column: unknown): ChangeRequest[] {
  return v.parse(requestsSchema, column).map(({ id, sent_at, message }) => ({
    id,
    sentAt: billingDate(new Date(sent_at)),
    text: message.replace(CHANGE_REQUEST, ""),
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

const userColumns = {
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

/** How long the links in the emails are valid, as the emails state. Milliseconds. */
const LINK_TTL_MS = 60 * 60_000;

const emailChangeSchema = v.nullable(
  v.object({
    new_email: v.string(),
    sent_at: v.nullable(v.string()),
    is_old_done: v.boolean(),
    is_new_done: v.boolean(),
  }),
);

/**
 * The pending email change of the row's user, whose row of the auth schema only a database function can read.
 */
const emailChangeColumn = sql<unknown>`(select row_to_json(c) from public.pending_email_change(${users.id}) c)`;

/** Parses `emailChangeColumn`; null if no change is pending. */
function toEmailChange(column: unknown, now = Date.now()): EmailChange | null {
  const change = v.parse(emailChangeSchema, column);
  if (!change) return null;
  const sentAt = change.sent_at === null ? 0 : Date.parse(change.sent_at);
  const remaining = change.is_old_done ? "new" : "old";
  return {
    newEmail: change.new_email,
    awaitingConfirmation: change.is_old_done === change.is_new_done ? "both" : remaining,
    isExpired: now - sentAt > LINK_TTL_MS,
  };
}

/** The newest email about the plan since `leftAt`: what the settings say after a return from Stripe. */
const toldChangeColumn = (leftAt: Date) => sql<unknown>`(
  select json_build_object('template', template, 'charge', payload -> 'charge') from ${outgoingEmails}
  where lower(recipient) = lower(${users.email}) and created_at >= ${leftAt.toISOString()}::timestamptz
    and template in (${sql.join(
      toldChangeSchema.entries.template.options.map((name) => sql`${name}`),
      sql`, `,
    )})
  order by created_at desc limit 1)`;

/**
 * The data of the general settings in one statement: user, customer, pending email change, and what was told
 * of the plan.
 */
export async function readProfile(database: Database, userId: LiveUserId, leftAt?: number) {
  const [row] = await database
    .select({
      ...userColumns,
      emailChange: emailChangeColumn,
      hasPassword: sql<boolean>`public.has_password(${users.id})`,
      toldChange: leftAt === undefined ? sql<unknown>`null` : toldChangeColumn(new Date(leftAt)),
    })
    .from(users)
    .leftJoin(customers, eq(customers.userId, users.id))
    .where(eq(users.id, userId));
  const toldChange = v.parse(v.nullable(toldChangeSchema), row?.toldChange ?? null);
  return row && { ...row, emailChange: toEmailChange(row.emailChange), toldChange };
}

/** Saves the name; false for an unknown user. */
export async function renameUser(database: Database, userId: LiveUserId, name: string) {
  const renamed = await database
    .update(users)
    .set({ name })
    .where(eq(users.id, userId))
    .returning({ id: users.id });
  return renamed.length > 0;
}
