import { and, eq, gt, ne, sql } from "drizzle-orm";
import { contactMessages } from "#drizzle/schema";
import type { Database } from "~/platform/database.server";
import type { ContactMessage } from "./schema";

export type StoredMessage = Pick<ContactMessage, "id" | "name" | "email" | "message">;

/** More from one sender within a day is no conversation. Anyone can write in their name, so none is refused. */
export const MAX_PER_SENDER_PER_DAY = 30;

/**
 * Stores a message, and returns whether it is suspected spam: as the caller says, or because of too many in its
 * sender's name within a day. Throws when the database does not take it. The same form sent twice is one message.
 * A known id with other words (a form reopened from the browser's history) is stored as a new message:
 * nobody is thanked for a message that was not stored.
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
  const inserted = await insert(database, row);
  if (inserted) return isSuspect;
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

/** How many other messages the sender sent within the last 24 hours. */
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

async function insert(
  database: Database,
  row: typeof contactMessages.$inferInsert,
): Promise<boolean> {
  const inserted = await database
    .insert(contactMessages)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: contactMessages.id });
  return inserted.length > 0;
}
