/** Queue lengths and ages for the operator, which reveal a stopped background job. */
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { STUCK_ATTEMPTS } from "~/billing/sync/sync-retries.server";
import type { Database } from "~/platform/database.server";

const rowSchema = v.object({
  messages_waiting: v.number(),
  oldest_message_s: v.number(),
  messages_dead: v.number(),
  last_webhook_s: v.nullable(v.number()),
  event_cursor_s: v.nullable(v.number()),
  retries_stuck: v.number(),
  oldest_email_s: v.number(),
  audit_log_rows: v.number(),
});

export interface Backlog {
  readonly messagesWaiting: number;
  /** Age of the oldest contact message that is not forwarded yet. Seconds; 0 if there is none. */
  readonly oldestMessageS: number;
  readonly messagesGivenUp: number;
  /** Time since the last processed webhook. Seconds; null if there was none. */
  readonly lastWebhookS: number | null;
  /** Age of the reconciliation cursor. Seconds; null before the first run. */
  readonly eventCursorS: number | null;
  /** Customers whose sync has failed for hours. */
  readonly retriesStuck: number;
  /** Age of the oldest unsent email in seconds; 0 without one. */
  readonly oldestEmailS: number;
  /** Size of the auth server's log, estimated. Deleting an account reads all of it. */
  readonly auditLogRows: number;
}

/** A figure above its limit needs an operator. */
const LIMITS: Readonly<Partial<Record<keyof Backlog, number>>> = {
  oldestMessageS: 3_600,
  messagesGivenUp: 0,
  eventCursorS: 3_600,
  retriesStuck: 0,
  oldestEmailS: 1_800,
  // About five seconds of the ten that a statement may take.
  auditLogRows: 500_000,
};

/** The figures over their limits, e.g. "oldestEmailS is 7200, over 1800". */
export function findOverLimit(backlog: Backlog): string[] {
  return Object.entries(backlog).flatMap(([name, value]: [string, number | null]) => {
    const limit = Object.entries(LIMITS).find(([limited]) => limited === name)?.[1];
    if (value === null || limit === undefined || value <= limit) return [];
    return [`${name} is ${value}, over ${limit}`];
  });
}

/** One statement; every subquery uses an index, and counts are of at most 1,000 rows. */
export async function readBacklog(database: Pick<Database, "execute">): Promise<Backlog> {
  const { rows } = await database.execute(sql`
    with waiting as (
      select created_at from contact_messages
      where forwarded_at is null and dead_at is null and not suspected_spam
      order by created_at, id limit 1000
    )
    select
      (select count(*)::int from waiting) as messages_waiting,
      (select coalesce(extract(epoch from now() - min(created_at)), 0)::int from waiting)
        as oldest_message_s,
      (select count(*)::int from (
        select from contact_messages where dead_at is not null and forwarded_at is null limit 1000
      ) dead) as messages_dead,
      (select extract(epoch from now() - max(processed_at))::int from stripe_events)
        as last_webhook_s,
      (select greatest(extract(epoch from now() - read_until), 0)::int from stripe_event_cursor)
        as event_cursor_s,
      (select count(*)::int from (
        select from stripe_retries where attempts >= ${STUCK_ATTEMPTS} limit 1000
      ) stuck) as retries_stuck,
      (select coalesce(extract(epoch from now() - min(created_at)), 0)::int from outgoing_emails
        where sent_at is null and rejected_at is null) as oldest_email_s,
      (select coalesce(max(greatest(reltuples, 0)), 0)::int from pg_class
        where relname = 'audit_log_entries' and relnamespace =
          (select oid from pg_namespace where nspname = 'auth')) as audit_log_rows`);
  const row = v.parse(rowSchema, rows[0]);
  return {
    messagesWaiting: row.messages_waiting,
    oldestMessageS: row.oldest_message_s,
    messagesGivenUp: row.messages_dead,
    lastWebhookS: row.last_webhook_s,
    eventCursorS: row.event_cursor_s,
    retriesStuck: row.retries_stuck,
    oldestEmailS: row.oldest_email_s,
    auditLogRows: row.audit_log_rows,
  };
}
