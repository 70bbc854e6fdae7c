/** Emails to the studio about messages that are not in the spreadsheet, so that no real one stays unread. */
import { sql } from "drizzle-orm";
import type { Platform } from "~/platform/context.server";

/** Rows of the outbox are deleted after a week: what is older was reported before. */
const MAX_AGE_DAYS = 6;
/** Of one email, and of one message in characters: a flood stays readable. */
const LISTED = 50;
const EXCERPT_LENGTH = { waiting: 2_000, suspected: 300 } as const;

/**
 * Queues at most one email an hour that lists the messages that have waited for an hour, and one a day with the
 * suspected messages of the day before (UTC). Senders with an account come first, then those with the fewest
 * messages. Repeating it queues nothing twice.
 */
export async function reportMessages(platform: Platform): Promise<void> {
  const database = await platform.database.get();
  await database.execute(sql`
    with last as (
      select max(created_at) as at, max((payload ->> 'until')::timestamptz) as until
      from outgoing_emails where template = 'studio_message_waiting'
    ), waiting as (
      select message.*, count(*) over (partition by lower(message.email)) as of_sender,
        exists (select from users where email = lower(message.email)) as has_account
      from contact_messages message, last
      where forwarded_at is null and not suspected_spam and created_at < now() - interval '1 hour'
        and created_at > now() - make_interval(days => ${MAX_AGE_DAYS})
        and (last.until is null or created_at > last.until)
        and (last.at is null or last.at < now() - interval '1 hour')
    ), listed as (
      select *, row_number() over (order by has_account desc, of_sender, created_at) as position from waiting
    )
    insert into outgoing_emails (template, recipient, dedupe_key, payload)
    select 'studio_message_waiting', '', 'messages_waiting:' || max(created_at), jsonb_build_object(
      'until', max(created_at), 'count', count(*), 'messages',
      jsonb_agg(${listEntry(EXCERPT_LENGTH.waiting)} order by position) filter (where position <= ${LISTED}))
    from listed having count(*) > 0
    on conflict do nothing`);
  await database.execute(sql`
    with suspected as (
      select *, (created_at at time zone 'utc')::date as day,
        row_number() over (partition by (created_at at time zone 'utc')::date order by created_at) as position
      from contact_messages
      where suspected_spam and forwarded_at is null
        and created_at >= date_trunc('day', now(), 'utc') - make_interval(days => ${MAX_AGE_DAYS})
        and created_at < date_trunc('day', now(), 'utc')
    )
    insert into outgoing_emails (template, recipient, dedupe_key, payload)
    select 'studio_suspected_messages', '', 'suspected_messages:' || day, jsonb_build_object('count', count(*),
      'messages', jsonb_agg(${listEntry(EXCERPT_LENGTH.suspected)} order by position) filter (where position <= ${LISTED}))
    from suspected group by day
    on conflict do nothing`);
}

/** A message in an email's payload. */
function listEntry(length: number) {
  return sql`jsonb_build_object('id', id, 'name', name, 'email', email, 'message', left(message, ${length}::int))`;
}
