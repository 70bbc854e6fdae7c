/** Queue lengths and ages for the operator, which reveal a stopped background job. */
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { createStatelessClient } from "~/auth/gotrue/client.server";
import { ALERT_AFTER_ATTEMPTS } from "~/billing/sync/sync-queue.server";
import type { Platform } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { classifyDatabaseError, driverError } from "~/platform/database-failure.server";
import { logError } from "~/platform/log.server";

const schema = v.object({
  /** Age of the oldest contact message that is not forwarded yet. Seconds; 0 if there is none. */
  oldestMessageS: v.number(),
  messagesGivenUp: v.number(),
  /**
   * Age of the reconciliation cursor. Seconds; null before the first run, up to 15 minutes after the first
   * deploy.
   */
  eventCursorS: v.nullable(v.number()),
  /** How long the first customer in the queue has waited for a sync. Seconds; 0 if none is due. */
  syncQueueS: v.number(),
  /** Customers whose sync has failed for hours. */
  retriesStuck: v.number(),
  /** Age of the oldest unsent email whose recipient is not suppressed. Seconds; 0 without one. */
  oldestEmailS: v.number(),
  /** Size of the auth server's log, estimated. Deleting an account reads all of it. */
  auditLogRows: v.number(),
  /** 1 when the database accepts no writes, e.g. because its disk is full. */
  databaseReadOnly: v.number(),
});

export type Backlog = Readonly<v.InferOutput<typeof schema>> & {
  /**
   * Status with which the auth server fails a request with the secret key, 1 without a response; 0 when it
   * works.
   */
  readonly authError: number;
  /** Functions of `AUTH_FUNCTIONS` that fail. */
  readonly authFunctionsFailing: number;
};

/** A figure above its limit, or unknown, needs an operator. */
const LIMITS = [
  ["oldestMessageS", 3_600],
  ["messagesGivenUp", 0],
  ["eventCursorS", 3_600],
  ["syncQueueS", 3_600],
  ["retriesStuck", 0],
  ["oldestEmailS", 1_800],
  // About five seconds of the ten that a statement may take.
  ["auditLogRows", 500_000],
  ["databaseReadOnly", 0],
  ["authError", 0],
  ["authFunctionsFailing", 0],
] as const;
/** Grow while crons rest. */
const OF_CRONS: readonly string[] = [
  "oldestMessageS",
  "eventCursorS",
  "syncQueueS",
  "oldestEmailS",
];

/**
 * The figures over their limits, e.g. "oldestEmailS is 7200, over 1800"; of a closed site without those of
 * its crons.
 */
export function findOverLimit(backlog: Backlog, { isClosed = false } = {}): string[] {
  return LIMITS.filter(([name]) => !(isClosed && OF_CRONS.includes(name)))
    .filter(([name, limit]) => (backlog[name] ?? Number.POSITIVE_INFINITY) > limit)
    .map(([name, limit]) => `${name} is ${backlog[name]}, over ${limit}`);
}

/**
 * The figures of the database, in one statement. Each subquery uses an index, and counts at most 1,000 rows.
 */
export async function readBacklog(database: Pick<Database, "execute">) {
  const { rows } = await database.execute(sql`
    select
      (select coalesce(extract(epoch from now() - min(created_at)), 0)::int from contact_messages
        where forwarded_at is null and dead_at is null and not suspected_spam) as "oldestMessageS",
      (select count(*)::int from (
        select from contact_messages where dead_at is not null and forwarded_at is null limit 1000
      ) dead) as "messagesGivenUp",
      (select greatest(extract(epoch from now() - read_until), 0)::int from stripe_event_cursor)
        as "eventCursorS",
      (select coalesce(greatest(extract(epoch from now() - min(next_attempt_at)), 0), 0)::int
        from stripe_sync_queue) as "syncQueueS",
      (select count(*)::int from (
        select from stripe_sync_queue where attempts >= ${ALERT_AFTER_ATTEMPTS} limit 1000
      ) stuck) as "retriesStuck",
      (select coalesce(extract(epoch from now() - min(created_at)), 0)::int from outgoing_emails
        where sent_at is null and rejected_at is null
          and last_error is distinct from 'E_RECIPIENT_SUPPRESSED') as "oldestEmailS",
      (select coalesce(max(greatest(reltuples, 0)), 0)::int from pg_class
        where relname = 'audit_log_entries' and relnamespace =
          (select oid from pg_namespace where nspname = 'auth')) as "auditLogRows",
      (current_setting('transaction_read_only') = 'on')::int as "databaseReadOnly"`);
  return v.parse(schema, rows[0]);
}

const NO_USER = "00000000-0000-4000-8000-000000000000";

/** A monitor's own User-Agent passes where browsers are rejected. */
const BROWSER = "Mozilla/5.0";

/** Asks the auth server, as for a browser, for a user that does not exist: only a valid secret key may. */
export async function readAuthError(platform: Platform): Promise<number> {
  const visit = { ...platform, userAgent: BROWSER };
  const { error } = await createStatelessClient(visit).admin.getUserById(NO_USER);
  return error && error.status !== 404 ? error.status || 1 : 0;
}

/**
 * Functions that read or change Supabase Auth's own tables (docs/decisions/0029-supabase-auth-tables.md),
 * with their arity.
 */
export const AUTH_FUNCTIONS: Readonly<Record<string, number>> = {
  add_user_row: 1,
  cancel_email_change: 1,
  find_link_owner: 1,
  has_password: 1,
  list_devices: 1,
  list_sign_ins: 1,
  pending_email_change: 1,
  require_live_session: 2,
  sign_out_device: 3,
  sign_out_other_devices: 2,
  void_unproven_password: 2,
};

/** Calls each for a user that does not exist, and logs those that fail, e.g. because a column was renamed. */
export async function countFailingAuthFunctions(
  database: Pick<Database, "execute">,
  { requestId }: Pick<Platform, "requestId">,
  functions = AUTH_FUNCTIONS,
): Promise<number> {
  let failing = 0;
  for (const [name, arity] of Object.entries(functions)) {
    const values = Array.from({ length: arity }, () => sql`${NO_USER}`);
    try {
      await database.execute(
        sql`select public.${sql.identifier(name)}(${sql.join(values, sql`, `)})`,
      );
    } catch (error) {
      if (classifyDatabaseError(error) === "session-ended") continue;
      failing += 1;
      logError("auth.function_failed", driverError(error), { name, requestId });
    }
  }
  return failing;
}
