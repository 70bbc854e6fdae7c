import { type FormResult, formError, formSuccess } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { authFormError } from "../../gotrue/codes.server";
import { checkCommonPassword } from "../../proof/password/common-password.server";
import { newPasswordSchema } from "../../proof/password/schema";
import { openSessionClient } from "../../session/auth.server";
import { checkRecentLogin } from "../../session/recent-login.server";
import type { Session } from "../../session/request-auth.server";
import { logSecurityEvent } from "../../session/security-log.server";
import { throwIfAuthSessionEnded } from "../../session/session-ended.server";

/**
 * Sets the password in a form, after a recent sign-in, and succeeds with `message`. GoTrue ends the user's
 * other sessions.
 */
export async function setPassword(
  context: RequestContext,
  session: Session,
  { formData, message }: { readonly formData: FormData; readonly message: string },
): Promise<FormResult> {
  const form = parseForm(newPasswordSchema, formData);
  if (!form.ok) return form.error;
  const { password } = form.value;
  const loginError = checkRecentLogin(session);
  if (loginError) return loginError;
  const limited = await checkRateLimit(getPlatform(context), {
    purpose: "set-password",
    account: session.userId,
  });
  if (limited) return formError(limited);
  const passwordError = await checkCommonPassword({ email: session.email, password });
  if (passwordError) return passwordError;
  const client = await openSessionClient(context);
  const { error } = await client.updateUser({ password });
  throwIfAuthSessionEnded(error, context);
  if (error) return authFormError(error, "password");
  await logSecurityEvent(getPlatform(context), "password-changed", session.userId);
  return formSuccess(message);
}
