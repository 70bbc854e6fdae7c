/** Speeding a change of address up, or taking it back, each as an answer to a form. */
import { sql } from "drizzle-orm";
import { authRefusal, isMailedAlready } from "~/auth/auth-errors.server";
import { createMailClient } from "~/auth/supabase.server";
import { type FormResult, formSuccess, refuseForm } from "~/forms/form-result";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { readProfile } from "./account.server";
import { EMAIL_CHANGED_PATH } from "./email-change";
import { signOutDeletedUser, writeOwn } from "./own-data.server";

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
    const { error } = await createMailClient(platform).resend({
      type: "email_change",
      email: user.email,
      options: { emailRedirectTo: new URL(EMAIL_CHANGED_PATH, platform.config.siteUrl).href },
    });
    if (isMailedAlready(error)) {
      return formSuccess("We sent them less than a minute ago. Please look into both mailboxes.");
    }
    return error
      ? refuseForm(authRefusal(error, "mail"))
      : formSuccess("We have sent both emails again. Only the new links work.");
  });
}
