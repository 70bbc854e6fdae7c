/**
 * A change of address under way, through functions of the database that see the auth server's row of the one
 * user they are asked about (drizzle/migrations, "email_changes").
 */
import { eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { users } from "#drizzle/schema";
import type { Database } from "~/platform/database.server";
import type { EmailChange } from "./email-change";

/** How long the links are good, as the mails say. Milliseconds. */
const LINKS_GOOD_FOR_MS = 60 * 60_000;

const changeSchema = v.nullable(
  v.object({
    new_email: v.string(),
    sent_at: v.nullable(v.string()),
    is_old_done: v.boolean(),
    is_new_done: v.boolean(),
  }),
);

/** What the profile shows, in one statement; undefined for an unknown user. */
export async function readProfile(database: Database, userId: string) {
  const [row] = await database
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      change: sql<unknown>`(select row_to_json(c) from public.pending_email_change(${users.id}) c)`,
    })
    .from(users)
    .where(eq(users.id, userId));
  if (!row) return undefined;
  const { change, ...user } = row;
  return { ...user, emailChange: toEmailChange(v.parse(changeSchema, change), Date.now()) };
}

function toEmailChange(
  change: v.InferOutput<typeof changeSchema>,
  now: number,
): EmailChange | null {
  if (!change) return null;
  const sentAt = change.sent_at === null ? now : Date.parse(change.sent_at);
  const half = change.is_old_done ? "new" : "old";
  return {
    newEmail: change.new_email,
    waitsFor: change.is_old_done === change.is_new_done ? "both" : half,
    isExpired: now - sentAt > LINKS_GOOD_FOR_MS,
  };
}
