/** Queue lengths and ages for the operator, which reveal a stopped background job. */
import { sql } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "./database.server";

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
  /** Size of Supabase Auth's log, estimated. Deleting an account reads all of it. */
  auditLogRows: v.number(),
  /** 1 when the database accepts no writes, e.g. because its disk is full. */
  databaseReadOnly: v.number(),
});

export type Backlog = Readonly<v.InferOutput<typeof schema>> & {
  /**
   * Status with which Supabase Auth fails a request with the secret key, 1 without a response; 0 when it
   * works.
   */
  readonly authError: number;
  /** Functions that fail, of those that read Supabase Auth's tables (`AUTH_FUNCTIONS`). */
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
/** Figures that grow while crons rest. */
const CRON_FIGURES: readonly string[] = [
  "oldestMessageS",
  "eventCursorS",
  "syncQueueS",
  "oldestEmailS",
];

/**
 * The figures over their limits, e.g. "oldestEmailS is 7200, over 1800". `isClosed` leaves out those of
 * crons, which rest while the site is closed.
 */
export function findOverLimit(backlog: Backlog, { isClosed = false } = {}): string[] {
  return LIMITS.filter(([name]) => !(isClosed && CRON_FIGURES.includes(name)))
    .filter(([name, limit]) => (backlog[name] ?? Number.POSITIVE_INFINITY) > limit)
    .map(([name, limit]) => `${name} is ${backlog[name]}, over ${limit}`);
}

/** About four hours of failed syncs: an operator should investigate. */
const STUCK_AFTER_ATTEMPTS = 5;

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
        select from stripe_sync_queue where attempts >= ${STUCK_AFTER_ATTEMPTS} limit 1000
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
