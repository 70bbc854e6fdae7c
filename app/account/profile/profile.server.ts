import { sql } from "drizzle-orm";
import { href } from "react-router";
import { UNAVAILABLE } from "~/auth/gotrue/auth-errors.server";
import { createStatelessClient } from "~/auth/gotrue/client.server";
import { authFormError, isEmailCooldown, toAppError } from "~/auth/gotrue/codes.server";
import { sendOncePerMinute } from "~/auth/methods/link/email-requests.server";
import { rememberLinkRequest } from "~/auth/methods/link/link-request.server";
import { checkRecentLogin } from "~/auth/reauthentication/recent-login.server";
import { getSession, openSessionClient } from "~/auth/session/auth.server";
import { requireLiveSession } from "~/auth/session/live-session.server";
import type { Session } from "~/auth/session/request-auth.server";
import { logSecurityEvent } from "~/auth/session/security-log.server";
import { endSession } from "~/auth/session/session-ended.server";
import { type FormResult, formError, formSuccess } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { type AppError, REQUEST_ERRORS } from "~/http/app-error";
import { getPlatform, type Platform, type RequestContext } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { readLiveUser } from "../account.server";
import { writeAsUser } from "../user-data.server";
import { CANCEL_INTENT, RESEND_INTENT } from "./pending-email";
import { readProfile, renameUser } from "./read-profile.server";
import { profileSchema } from "./schema";

/** The second confirmation link leads to the settings. */
const linkOptions = (platform: Platform, newEmail: string) => ({
  emailRedirectTo: rememberLinkRequest(platform, newEmail, href("/settings/general")),
});

/** Rate limit of emails about a change of address, which their receiver may not have asked for. */
const EMAIL_CHANGE = "email-change";

/** The same for a second request of this account and for one of another account. */
const CANNOT_SEND: AppError = {
  ...REQUEST_ERRORS.tooManyAttempts,
  message: "No email was sent: we can’t send there right now. Please try again in a minute.",
};

/** Saves the profile, or resends the emails of a pending change, or cancels it. */
export function handleProfileForm(context: RequestContext, formData: FormData) {
  switch (formData.get("intent")) {
    case RESEND_INTENT:
      return resendEmailChange(context);
    case CANCEL_INTENT:
      return cancelEmailChange(context);
    default:
      return updateProfile(context, formData);
  }
}

/**
 * Saves the name, then starts the email change, which needs a recent sign-in. The result of an error says
 * what was saved.
 */
async function updateProfile(context: RequestContext, formData: FormData): Promise<FormResult> {
  const form = parseForm(profileSchema(getSession(context).email), formData);
  if (!form.ok) return form.error;
  const { name, email } = form.value;
  return writeAsUser(context, { name, email }, async (database, session) => {
    const user = await readLiveUser(database, session);
    if (!user) throw endSession(context);
    if (name !== user.name) await renameUser(database, requireLiveSession(session), name);
    const isSameEmail = email.toLowerCase() === user.email.toLowerCase();
    return isSameEmail
      ? formSuccess("Your profile has been updated")
      : changeEmail(context, session, { name, email });
  });
}

async function changeEmail(
  context: RequestContext,
  session: Session,
  values: { name: string; email: string },
): Promise<FormResult> {
  const platform = getPlatform(context);
  const loginError = await checkRecentLogin(platform, session, values);
  if (loginError)
    return {
      ...loginError,
      message: "Your name has been saved. Please sign in again to change your email.",
    };
  const limited = await checkRateLimit(platform, {
    purpose: "change-email",
    account: session.userId,
  });
  if (limited) return withNameSaved(formError(limited, values));
  const client = await openSessionClient(context);
  const { email } = values;
  const request = { kind: EMAIL_CHANGE, email, account: session.userId };
  const sent = await sendOncePerMinute(platform, request, async () => {
    const { error } = await client.updateUser({ email }, linkOptions(platform, email));
    // Same result for a taken address: it must not reveal other accounts (docs/security.md, Known limits).
    return { error: error?.code === "email_exists" ? null : error };
  });
  if (!sent || isEmailCooldown(sent.error)) return withNameSaved(formError(CANNOT_SEND, values));
  if (sent.error) return withNameSaved(authFormError(sent.error, "settings", values));
  await logSecurityEvent(platform, "email-change-requested", session.userId);
  return formSuccess(
    "To complete this process click the confirmation links sent to your new and old email addresses",
    { values },
  );
}

function withNameSaved(result: FormResult): FormResult {
  // The page, read again, shows the name and whether a change is pending.
  if (result.status !== "error") return result;
  if (result.code === UNAVAILABLE.unreachable) {
    return {
      ...result,
      message:
        "Your name has been saved, but your email was not changed, because we can’t reach the sign-in service right now. Please try again in a moment.",
    };
  }
  const note = "Your name has been saved, but your email was not changed.";
  return { ...result, message: result.message ? `${note} ${result.message}` : note };
}

/** Cancels the change, which invalidates both links. Succeeds if no change is pending. */
function cancelEmailChange(context: RequestContext): Promise<FormResult> {
  return writeAsUser(context, {}, async (database, session) => {
    await database.execute(sql`select public.cancel_email_change(${requireLiveSession(session)})`);
    return formSuccess("The change is canceled. The links in the two emails no longer work.", {
      values: { intent: CANCEL_INTENT },
    });
  });
}

function resendEmailChange(context: RequestContext): Promise<FormResult> {
  return writeAsUser(context, {}, async (database, session) => {
    const user = await readProfile(database, requireLiveSession(session));
    if (!user) throw endSession(context);
    const platform = getPlatform(context);
    const { newEmail } = user.emailChange ?? {};
    // The page shows it until its data is read again.
    const values = newEmail === undefined ? undefined : { pendingEmail: newEmail };
    const limited = await checkRateLimit(platform, { purpose: "change-email", account: user.id });
    if (limited) return formError(limited, values);
    const request = { kind: EMAIL_CHANGE, email: newEmail ?? user.email, account: user.id };
    const resend = { type: "email_change", email: user.email } as const;
    const sent = await sendOncePerMinute(platform, request, () =>
      createStatelessClient(platform).resend({
        ...resend,
        options: linkOptions(platform, request.email),
      }),
    );
    if (!sent || isEmailCooldown(sent.error)) return formError(CANNOT_SEND, values);
    if (sent.error) return formError(toAppError(sent.error, "email"), values);
    return formSuccess("We sent both emails again. Only the new links work.", { values });
  });
}
