/**
 * A change of address under way, through functions of the database that see the auth server's row of the one
 * user they are asked about (drizzle/migrations, "email_changes").
 */
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { users } from "#drizzle/schema";
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

/** The change under way of the user in the statement's row, for `toEmailChange`. */
export const emailChangeColumn = sql<unknown>`(select row_to_json(c) from public.pending_email_change(${users.id}) c)`;

/** What the page shows of it; null when none is under way. `column` is what the database gave. */
export function toEmailChange(column: unknown, now = Date.now()): EmailChange | null {
  const change = v.parse(changeSchema, column);
  if (!change) return null;
  const sentAt = change.sent_at === null ? now : Date.parse(change.sent_at);
  const half = change.is_old_done ? "new" : "old";
  return {
    newEmail: change.new_email,
    waitsFor: change.is_old_done === change.is_new_done ? "both" : half,
    isExpired: now - sentAt > LINKS_GOOD_FOR_MS,
  };
}
