/**
 * A change of address under way, through functions of the database that see the auth server's row of the one
 * user they are asked about (drizzle/migrations, "email_changes").
 */
import { eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { users } from "#drizzle/schema";
import { authRefusal, isMailedAlready } from "~/auth/auth-errors.server";
import { createMailClient } from "~/auth/supabase.server";
import { type FormResult, formSuccess, refuseForm } from "~/forms/form-result";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import type { EmailChange } from "./email-change";
import { signOutDeletedUser, writeOwn } from "./own-data.server";

/** How long the links are good, as the mails say. Milliseconds. */
const LINKS_GOOD_FOR_MS = 60 * 60_000;

/** Where the second link ends; the page there says that the change is done. */
export const EMAIL_CHANGED_PATH = "/settings/general?email-changed";

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

/** Takes the change back: both links are void. Fine too when there is none any more. */
export function withdrawEmailChange(context: RequestContext): Promise<FormResult> {
  return writeOwn(context, {}, async (database, { userId }) => {
    await database.execute(sql`select public.withdraw_email_change(${userId})`);
    return formSuccess(
      "The change is withdrawn. The links in the two emails do not work any more.",
    );
  });
}

/** Mails both links once more; the ones from before stop working. */
export function resendEmailChange(context: RequestContext): Promise<FormResult> {
  return writeOwn(context, {}, async (database, { userId }) => {
    const user = await readProfile(database, userId);
    if (!user) throw signOutDeletedUser(context);
    const platform = getPlatform(context);
    const limited = await checkRateLimit(platform, { purpose: "change-email", subject: userId });
    if (limited) return refuseForm(limited);
    const { error } = await createMailClient(platform).auth.resend({
      type: "email_change",
      email: user.email,
      options: { emailRedirectTo: new URL(EMAIL_CHANGED_PATH, platform.config.siteUrl).href },
    });
    if (isMailedAlready(error)) {
      return formSuccess("We sent them less than a minute ago. Please look into both mailboxes.");
    }
    return error
      ? refuseForm(authRefusal(error))
      : formSuccess("We have sent both emails again. Only the new links work.");
  });
}
