/** Speeding a change of address up, or taking it back, each as an answer to a form. */
import { sql } from "drizzle-orm";
import { isMailCooldown, toAppError } from "~/auth/auth-errors.server";
import { requireLiveSession } from "~/auth/session/live-session.server";
import { endSession } from "~/auth/session/session-ended.server";
import { createMailClient } from "~/auth/session/supabase.server";
import { type FormResult, formError, formSuccess } from "~/forms/form-result";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { readProfile } from "../account.server";
import { writeAsUser } from "../user-data.server";

/** Where the second link ends; the page there says that the change is done. */
export const EMAIL_CHANGED_PATH = "/settings/general?email-changed";

/** Takes the change back: both links are void. Fine too when there is none any more. */
export function cancelEmailChange(context: RequestContext): Promise<FormResult> {
  return writeAsUser(context, {}, async (database, session) => {
    await database.execute(
      sql`select public.withdraw_email_change(${requireLiveSession(session)})`,
    );
    return formSuccess(
      "The change is withdrawn. The links in the two emails do not work any more.",
    );
  });
}

/** Mails both links once more; the ones from before stop working. */
export function resendEmailChange(context: RequestContext): Promise<FormResult> {
  return writeAsUser(context, {}, async (database, session) => {
    const user = await readProfile(database, requireLiveSession(session));
    if (!user) throw endSession(context);
    const platform = getPlatform(context);
    const limited = await checkRateLimit(platform, { purpose: "change-email", subject: user.id });
    if (limited) return formError(limited);
    const { error } = await createMailClient(platform).resend({
      type: "email_change",
      email: user.email,
      options: { emailRedirectTo: new URL(EMAIL_CHANGED_PATH, platform.config.siteUrl).href },
    });
    if (isMailCooldown(error)) {
      return formSuccess("We sent them less than a minute ago. Please look into both mailboxes.");
    }
    return error
      ? formError(toAppError(error, "mail"))
      : formSuccess("We have sent both emails again. Only the new links work.");
  });
}
