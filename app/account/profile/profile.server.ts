import { isAlreadyMailed, OUTAGE_CODES } from "~/auth/auth-errors.server";
import { authFieldError } from "~/auth/field-error.server";
import { checkRecentLogin } from "~/auth/reauthentication/recent-login.server";
import { logSecurityEvent } from "~/auth/security-log.server";
import { openSessionClient } from "~/auth/session/auth.server";
import { requireLiveSession } from "~/auth/session/live-session.server";
import type { Session } from "~/auth/session/request-auth.server";
import { endSession } from "~/auth/session/session-ended.server";
import { type AppError, ERRORS } from "~/forms/app-error";
import { type FormResult, formError, formSuccess } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { readLiveUser, renameUser } from "../account.server";
import { profileSchema } from "../schema";
import { writeAsUser } from "../user-data.server";
import { cancelEmailChange, EMAIL_CHANGED_PATH, resendEmailChange } from "./email-change.server";

export const PROFILE_UPDATED = "Your profile has been updated";
export const EMAIL_CHANGE_STARTED =
  "To complete this process click the confirmation links sent to your new and old email addresses";

const MAILED_ALREADY: AppError = {
  ...ERRORS.tooManyAttempts,
  message:
    "No email was sent: the last one is less than a minute old. Please try again in a minute.",
};

/** Does what the profile's forms ask for, by their button. */
export function runProfileAction(context: RequestContext, formData: FormData): Promise<FormResult> {
  switch (formData.get("intent")) {
    case "resend-email":
      return resendEmailChange(context);
    case "withdraw-email":
      return cancelEmailChange(context);
    default:
      return updateProfile(context, formData);
  }
}

/**
 * Saves the name to the users table, then asks for confirmation of a new e-mail address, which needs a
 * recent sign-in. The name stays saved whatever becomes of the address, and the answer says so.
 */
async function updateProfile(context: RequestContext, formData: FormData): Promise<FormResult> {
  const form = parseForm(profileSchema, formData);
  if (!form.ok) return form.result;
  const { name, email } = form.value;
  return writeAsUser(context, { name, email }, async (database, session) => {
    const user = await readLiveUser(database, session);
    if (!user) throw endSession(context);
    if (name !== user.name) {
      await renameUser(database, requireLiveSession(session), name);
      if (user.customer?.stripeCustomerId) {
        const { syncContact } = await import("~/billing/sync/sync-user.server");
        await syncContact(getPlatform(context), user.id);
      }
    }
    const isSameEmail = email.toLowerCase() === user.email.toLowerCase();
    return isSameEmail
      ? formSuccess(PROFILE_UPDATED)
      : changeEmail(context, session, { name, email });
  });
}

async function changeEmail(
  context: RequestContext,
  session: Session,
  values: { name: string; email: string },
): Promise<FormResult> {
  const refusal = checkRecentLogin(session, values);
  if (refusal) {
    return {
      ...refusal,
      message: "Your name is saved. Please sign in again to change your email.",
    };
  }
  const platform = getPlatform(context);
  const limited = await checkRateLimit(platform, {
    purpose: "change-email",
    subject: session.userId,
  });
  if (limited) return nameOnly(formError(limited, values));
  const auth = await openSessionClient(context);
  const { error } = await auth.updateUser(
    { email: values.email },
    { emailRedirectTo: new URL(EMAIL_CHANGED_PATH, platform.config.siteUrl).href },
  );
  // A taken address gets the answer of a free one (docs/decisions/0006-email-change.md).
  if (!error || error.code === "email_exists") {
    await logSecurityEvent(platform, "email-change-requested", session.userId);
    return formSuccess(EMAIL_CHANGE_STARTED, values);
  }
  if (isAlreadyMailed(error)) return nameOnly(formError(MAILED_ALREADY, values));
  return nameOnly(authFieldError(error, "email-change", values));
}

/** The name went through, and the address did not or may not have. */
function nameOnly(refused: FormResult): FormResult {
  const isUnknown = refused.status === "error" && refused.code === OUTAGE_CODES.unanswered;
  const said = isUnknown
    ? "Your name is saved."
    : "Your name is saved, but your email is not changed.";
  return { ...refused, message: refused.message ? `${said} ${refused.message}` : said };
}
