import { eq } from "drizzle-orm";
import { contactMessages } from "#drizzle/schema";
import type { Database } from "~/platform/database.server";
import type { ContactMessage } from "./schema";

export type StoredMessage = Pick<ContactMessage, "id" | "name" | "email" | "message">;

/**
 * Stores a message; throws when the database does not take it. The same form sent twice is one message.
 * A known id with other words (a form reopened from the browser's history) is stored as a new message:
 * nobody is thanked for a message that was not stored.
 */
export async function storeMessage(
  database: Database,
  { id, name = "", email, message }: StoredMessage,
  suspectedSpam = false,
): Promise<void> {
  const row = { id, name, email, message, suspectedSpam };
  const inserted = await insert(database, row);
  if (inserted) return;
  const [stored] = await database
    .select({ email: contactMessages.email, message: contactMessages.message })
    .from(contactMessages)
    .where(eq(contactMessages.id, row.id));
  const isSame = stored?.email === row.email && stored.message === row.message;
  if (!isSame) await insert(database, { ...row, id: crypto.randomUUID() });
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
