/** Emails to the studio about messages that are not in the spreadsheet, so that no real one stays unread. */
import { sql } from "drizzle-orm";
import type { Platform } from "~/platform/context.server";

/** Rows of the outbox are deleted after a week: what is older was reported before. */
const MAX_AGE_DAYS = 6;
/** Of one run, of one email, and of one suspected message in characters: a flood stays readable. */
const WAITING_PER_RUN = 20;
const LISTED_PER_DAY = 50;
const EXCERPT_LENGTH = 300;

/**
 * Queues one email for each message that has waited for an hour, and one a day that lists the suspected
 * messages of the day before (UTC). Repeating it queues nothing twice.
 */
export async function reportMessages(platform: Platform): Promise<void> {
  const database = await platform.database.get();
  await database.execute(sql`
    insert into outgoing_emails (template, recipient, dedupe_key, payload)
    select 'studio_message_waiting', '', 'message_waiting:' || id, jsonb_build_object('messages',
      jsonb_build_array(jsonb_build_object('id', id, 'name', name, 'email', email, 'message', message)))
    from contact_messages waiting
    where forwarded_at is null and not suspected_spam and created_at < now() - interval '1 hour'
      and created_at > now() - make_interval(days => ${MAX_AGE_DAYS})
      and not exists (
        select from outgoing_emails where dedupe_key = 'message_waiting:' || waiting.id
      )
    order by created_at limit ${WAITING_PER_RUN}
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
      'messages', jsonb_agg(jsonb_build_object('id', id, 'name', name, 'email', email,
        'message', left(message, ${EXCERPT_LENGTH})) order by position) filter (where position <= ${LISTED_PER_DAY}))
    from suspected group by day
    on conflict do nothing`);
}
