import { type SQL, sql } from "drizzle-orm";
import { studio } from "~/content/studio";
import type { Platform } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import type { ContactMessage } from "./schema";

type StoredMessage = Pick<ContactMessage, "id" | "name" | "email" | "message">;

/**
 * Further messages from one address are held, not rejected, because anyone can enter it; so are further
 * marked ones.
 */
export const MAX_PER_DAY = 30;

/** What is known about the sender. */
export interface Sender {
  /** The message looks like spam. */
  readonly isSuspect?: boolean;
  /** The address of the sender's account, which gets a copy; "" for a guest. */
  readonly account?: string;
  /** When the page says that a founder replies. */
  readonly reply?: string | undefined;
}

/**
 * Stores a message, and the emails about it; holds it if it is one of too many. Throws on database errors.
 * Idempotent for the same name, email and message: for the same id, and within an hour, for a form that the
 * browser restored under another id. A known id with other content is stored under a new id.
 */
export async function storeMessage(
  database: Database,
  { id, name = "", email, message }: StoredMessage,
  { isSuspect = false, account = "", reply = studio.replyTime }: Sender = {},
): Promise<void> {
  const isRecentOther = sql`created_at > now() - interval '1 day' and id <> ${id}`;
  const isOneOfTooMany = sql`(
    (select count(*) from contact_messages where lower(email) = lower(${email}) and ${isRecentOther}) >= ${MAX_PER_DAY}
    or (${isSuspect} and (select count(*) from contact_messages where marked and ${isRecentOther}) >= ${MAX_PER_DAY}))`;
  const row = { id, name, email, message, isSuspect, isOneOfTooMany, account, reply };
  if (await insert(database, row, id)) return;
  await insert(database, { ...row, id: crypto.randomUUID() }, id);
}

interface NewRow extends Required<StoredMessage & Sender> {
  readonly reply: string;
  readonly isOneOfTooMany: SQL;
}

/**
 * Adds a row unless it or its id exists, and in the same statement the email that tells the studio, and the
 * copy for a sender with an account. What is marked or held is not told at once. Returns whether it did.
 * `formId` is the id of the form that was sent.
 */
async function insert(
  database: Database,
  { id, name, email, message, isSuspect, isOneOfTooMany, account, reply }: NewRow,
  formId: string,
): Promise<boolean> {
  const { rowCount } = await database.execute(sql`
    with stored as (
      insert into contact_messages (id, name, email, message, marked, suspected_spam)
      select ${id}, ${name}, ${email}, ${message}, ${isSuspect}, ${isOneOfTooMany}
      where not exists (
        select from contact_messages where lower(email) = lower(${email}) and name = ${name} and message = ${message}
          and (id = ${formId} or (not marked and not suspected_spam and created_at > now() - interval '1 hour')))
      on conflict do nothing returning *
    ), told as (
      insert into outgoing_emails (template, recipient, dedupe_key, payload)
      select template, recipient, concat(template, ':', id), jsonb_build_object(
        'replyTo', email, 'reply', ${reply}::text, 'sender', coalesce(nullif(name, ''), email), 'messages', jsonb_build_array(
          jsonb_build_object('id', id, 'name', name, 'email', email, 'message', message)))
      from stored, (values ('studio_message', ''), ('message_copy', ${account})) as email_about (template, recipient)
      where not marked and not suspected_spam and (template <> 'message_copy' or recipient <> '')
      on conflict do nothing
    )
    select from stored`);
  return rowCount === 1;
}

/**
 * Deletes messages whose retention period is over, at most 1,000 per run; returns how many. The periods are
 * in the database function, and stated in the privacy policy.
 */
export async function deleteExpiredMessages(platform: Platform): Promise<number> {
  const database = await platform.database.get();
  const { rows } = await database.execute<{ deleted: number }>(
    sql`select public.delete_expired_contact_messages() as deleted`,
  );
  return rows[0]?.deleted ?? 0;
}
