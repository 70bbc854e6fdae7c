import { type FormResult, formError, formSuccess } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { authFormError } from "../../gotrue/codes.server";
import { checkCommonPassword } from "../../methods/password/password.server";
import { newPasswordSchema } from "../../methods/password/schema";
import { checkRecentLogin } from "../../reauthentication/recent-login.server";
import { openSessionClient } from "../../session/auth.server";
import type { Session } from "../../session/request-auth.server";
import { logSecurityEvent } from "../../session/security-log.server";
import { throwIfAuthSessionEnded } from "../../session/session-ended.server";

/**
 * Sets the password in a form, after a recent sign-in, and succeeds with `message`. Supabase Auth ends the
 * user's other sessions.
 */
export async function setPassword(
  context: RequestContext,
  session: Session,
  { formData, message }: { readonly formData: FormData; readonly message: string },
): Promise<FormResult> {
  const form = parseForm(newPasswordSchema, formData);
  if (!form.ok) return form.error;
  const { password } = form.value;
  const platform = getPlatform(context);
  const loginError = await checkRecentLogin(platform, session);
  if (loginError) return loginError;
  const limited = await checkRateLimit(platform, {
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
  await logSecurityEvent(platform, "password-changed", session.userId);
  return formSuccess(message);
}
