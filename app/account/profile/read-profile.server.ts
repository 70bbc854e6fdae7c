import { eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { customers, outgoingEmails, users } from "#drizzle/schema";
import type { LiveUserId } from "~/auth/session/live-session.server";
import { emailedPlanChangeSchema } from "~/billing/plan/emailed-plan-change.server";
import type { Database } from "~/platform/database.server";
import { userColumns } from "../account.server";

/** A pending email change. Both addresses confirm it by following a link. */
export interface EmailChange {
  readonly newEmail: string;
  readonly awaitingConfirmation: "both" | "old" | "new";
  readonly isExpired: boolean;
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
const emailedPlanChangeColumn = (leftAt: Date) => sql<unknown>`(
  select json_build_object('template', template, 'charge', payload -> 'charge') from ${outgoingEmails}
  where lower(recipient) = lower(${users.email}) and created_at >= ${leftAt.toISOString()}::timestamptz
    and template in (${sql.join(
      emailedPlanChangeSchema.entries.template.options.map((name) => sql`${name}`),
      sql`, `,
    )})
  order by created_at desc limit 1)`;

/**
 * The data of the general settings in one statement: user, customer, pending email change, and the change of
 * the plan that was emailed.
 */
export async function readProfile(database: Database, userId: LiveUserId, leftAt?: number) {
  const [row] = await database
    .select({
      ...userColumns,
      emailChange: emailChangeColumn,
      hasPassword: sql<boolean>`public.has_password(${users.id})`,
      emailedPlanChange:
        leftAt === undefined ? sql<unknown>`null` : emailedPlanChangeColumn(new Date(leftAt)),
    })
    .from(users)
    .leftJoin(customers, eq(customers.userId, users.id))
    .where(eq(users.id, userId));
  const emailedPlanChange = v.parse(
    v.nullable(emailedPlanChangeSchema),
    row?.emailedPlanChange ?? null,
  );
  return row && { ...row, emailChange: toEmailChange(row.emailChange), emailedPlanChange };
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
