import { and, eq, gt, ne, sql } from "drizzle-orm";
import { contactMessages } from "#drizzle/schema";
import type { Platform } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import type { ContactMessage } from "./schema";

type StoredMessage = Pick<ContactMessage, "id" | "name" | "email" | "message">;

/** More messages are flagged, not rejected, since anyone can use another person's address. */
export const MAX_PER_SENDER_PER_DAY = 30;

/**
 * Stores a message. Returns whether it is suspected spam: as given, or by the sender's daily limit. Throws on
 * database errors. Idempotent for the same id, email and message; a known id with other content (a form from
 * the browser's history) is stored under a new id.
 */
export async function storeMessage(
  database: Database,
  { id, name = "", email, message }: StoredMessage,
  suspectedSpam = false,
): Promise<boolean> {
  const isSuspect =
    suspectedSpam ||
    (await countRecentFromSender(database, { id, email })) >= MAX_PER_SENDER_PER_DAY;
  const row = { id, name, email, message, suspectedSpam: isSuspect };
  if (await insert(database, row)) return isSuspect;
  const [stored] = await database
    .select({
      email: contactMessages.email,
      message: contactMessages.message,
      isSuspect: contactMessages.suspectedSpam,
    })
    .from(contactMessages)
    .where(eq(contactMessages.id, row.id));
  if (stored?.email === row.email && stored.message === row.message) return stored.isSuspect;
  await insert(database, { ...row, id: crypto.randomUUID() });
  return isSuspect;
}

/** Number of other messages from the sender in the last 24 hours. */
function countRecentFromSender(
  database: Database,
  { id, email }: Pick<StoredMessage, "id" | "email">,
): Promise<number> {
  return database.$count(
    contactMessages,
    and(
      sql`lower(${contactMessages.email}) = lower(${email})`,
      gt(contactMessages.createdAt, sql`now() - interval '1 day'`),
      ne(contactMessages.id, id),
    ),
  );
}

async function insert(database: Database, row: typeof contactMessages.$inferInsert) {
  const inserted = await database
    .insert(contactMessages)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: contactMessages.id });
  return inserted.length > 0;
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
