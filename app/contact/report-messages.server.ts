/** An email to the studio about messages that were not forwarded, so that no real one stays unread. */
import { sql } from "drizzle-orm";
import type { Platform } from "~/platform/context.server";

/** Rows of the outbox are deleted after a week: what is older was reported before. */
const MAX_AGE_DAYS = 6;
/** Per email: messages listed, and characters of each. */
const LISTED = 50;
const EXCERPT_LENGTH = 1_000;

/**
 * Queues one email a day with the messages of the day before (UTC) that were not forwarded: held, waiting for
 * an hour or given up. Those that don't look like spam come first, then senders with an account, then those
 * with the fewest messages. Repeating it queues nothing twice.
 */
export async function reportMessages(platform: Platform): Promise<void> {
  const database = await platform.database.get();
  await database.execute(sql`
    with unforwarded as (
      select *, (created_at at time zone 'utc')::date as day,
        count(*) over (partition by lower(email)) as of_sender,
        exists (select from users where users.email = lower(message.email)) as has_account
      from contact_messages message
      where forwarded_at is null
        and created_at >= date_trunc('day', now(), 'utc') - make_interval(days => ${MAX_AGE_DAYS})
        and created_at < date_trunc('day', now() - interval '1 hour', 'utc')
    ), listed as (
      select *, row_number() over (
        partition by day order by marked, suspected_spam, has_account desc, of_sender, created_at) as position
      from unforwarded
    )
    insert into outgoing_emails (template, recipient, dedupe_key, payload)
    select 'studio_messages_held', '', 'suspected_messages:' || day, jsonb_build_object('count', count(*), 'messages',
      jsonb_agg(jsonb_build_object('id', id, 'name', name, 'email', email, 'message', left(message, ${EXCERPT_LENGTH}::int))
        order by position) filter (where position <= ${LISTED}))
    from listed group by day
    on conflict do nothing`);
}
