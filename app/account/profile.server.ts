import { describeAuthError } from "~/auth/auth-errors.server";
import { refuseWithoutRecentLogin } from "~/auth/recent-login.server";
import { openSessionClient, type Session } from "~/auth/session.server";
import { type FormResult, formError, formSuccess } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import type { RequestCall } from "~/platform/context.server";
import { getPlatform } from "~/platform/context.server";
import { isRateLimited, RATE_LIMIT_MESSAGE } from "~/platform/rate-limit.server";
import { readUser, renameUser } from "./account.server";
import { signOutDeletedUser, writeOwn } from "./own-data.server";
import { profileSchema } from "./schema";

export const PROFILE_UPDATED = "Your profile has been updated";
export const EMAIL_CHANGE_STARTED =
  "To complete this process click the confirmation links sent to your new and old email addresses";

/** GoTrue's answers that are passed on as if mails had been sent (docs/decisions/0006-email-change.md). */
const NOT_TOLD = new Set(["email_exists", "over_email_send_rate_limit"]);

/**
 * Saves the name to the users table, then asks for confirmation of a new e-mail address, which needs a
 * recent sign-in. The name stays saved whatever becomes of the address, and the answer says so.
 */
export async function updateProfile(call: RequestCall, formData: FormData) {
  const form = parseForm(profileSchema, formData);
  if (!form.ok) return form.result;
  const { name, email } = form.value;
  return writeOwn(call, { name, email }, async (database, session) => {
    const user = await readUser(database, session.userId);
    if (!user) throw signOutDeletedUser(call);
    if (name !== user.name) await renameUser(database, user.id, name);
    const isSameEmail = email.toLowerCase() === user.email.toLowerCase();
    return isSameEmail ? formSuccess(PROFILE_UPDATED) : changeEmail(call, session, { name, email });
  });
}

async function changeEmail(
  { request, context }: RequestCall,
  session: Session,
  values: { name: string; email: string },
): Promise<FormResult> {
  const refusal = refuseWithoutRecentLogin(session, values);
  if (refusal) {
    return {
      ...refusal,
      message: "Your name is saved. Please sign in again to change your email.",
    };
  }
  const platform = getPlatform(context);
  const limited = { purpose: "change-email", request, subject: session.userId };
  if (await isRateLimited(platform, limited)) return nameOnly(RATE_LIMIT_MESSAGE, values);

  const supabase = await openSessionClient(request, context);
  const { error } = await supabase.auth.updateUser(
    { email: values.email },
    { emailRedirectTo: new URL("/settings/general", platform.config.siteUrl).href },
  );
  return error && !NOT_TOLD.has(error.code ?? "")
    ? nameOnly(describeAuthError(error), values)
    : formSuccess(EMAIL_CHANGE_STARTED, values);
}

/** The name went through and the address did not. */
function nameOnly(problem: string, values: { name: string; email: string }): FormResult {
  return formError(`Your name is saved, but your email is not changed. ${problem}`, values);
}
