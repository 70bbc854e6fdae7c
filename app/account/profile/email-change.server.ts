/** Resends the emails of a pending email change, or cancels it. */

import { sql } from "drizzle-orm";
import { href } from "react-router";
import { isEmailCooldown, toAppError } from "~/auth/auth-errors.server";
import { requireLiveSession } from "~/auth/session/live-session.server";
import { endSession } from "~/auth/session/session-ended.server";
import { createStatelessClient } from "~/auth/session/supabase.server";
import { pendingEmail } from "~/content/account";
import { type FormResult, formError, formSuccess } from "~/forms/form-result";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { readProfile } from "../account.server";
import { writeAsUser } from "../user-data.server";
import { CANCEL_INTENT } from "./pending-email";

/** Where the second confirmation link leads; the page confirms the change. */
export const EMAIL_CHANGED_PATH = `${href("/settings/general")}?email-changed`;

/** Cancels the change, which invalidates both links. Succeeds if no change is pending. */
export function cancelEmailChange(context: RequestContext): Promise<FormResult> {
  return writeAsUser(context, {}, async (database, session) => {
    await database.execute(sql`select public.cancel_email_change(${requireLiveSession(session)})`);
    return formSuccess(pendingEmail.canceled, { intent: CANCEL_INTENT });
  });
}

/** Sends both emails again, which invalidates the earlier links. */
export function resendEmailChange(context: RequestContext): Promise<FormResult> {
  return writeAsUser(context, {}, async (database, session) => {
    const user = await readProfile(database, requireLiveSession(session));
    if (!user) throw endSession(context);
    const platform = getPlatform(context);
    const limited = await checkRateLimit(platform, { purpose: "change-email", subject: user.id });
    if (limited) return formError(limited);
    const { error } = await createStatelessClient(platform).resend({
      type: "email_change",
      email: user.email,
      options: { emailRedirectTo: new URL(EMAIL_CHANGED_PATH, platform.config.siteUrl).href },
    });
    if (error && !isEmailCooldown(error)) return formError(toAppError(error, "email"));
    const { newEmail } = user.emailChange ?? {};
    // The page shows it until its data are read again.
    const values = newEmail === undefined ? undefined : { pendingEmail: newEmail };
    return formSuccess(error ? pendingEmail.justSent : pendingEmail.resent, values);
  });
}
