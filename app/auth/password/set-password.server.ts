import { type FormResult, formError, formSuccess } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { authFieldError } from "../field-error.server";
import { checkRecentLogin } from "../reauthentication/recent-login.server";
import { newPasswordSchema } from "../schema";
import { logSecurityEvent } from "../security-log.server";
import { openSessionClient } from "../session/auth.server";
import type { Session } from "../session/request-auth.server";
import { checkCommonPassword } from "./common-password.server";

/**
 * Sets the password that a form holds, and answers with `message`; GoTrue ends the user's other sessions. Every page
 * that changes a password does it here, because here is the rule: it takes a recent sign-in.
 */
export async function setPassword(
  context: RequestContext,
  session: Session,
  { formData, message }: { readonly formData: FormData; readonly message: string },
): Promise<FormResult> {
  const form = parseForm(newPasswordSchema, formData);
  if (!form.ok) return form.result;
  const { password } = form.value;
  const refusal = checkRecentLogin(session);
  if (refusal) return refusal;
  const limited = await checkRateLimit(getPlatform(context), {
    purpose: "set-password",
    subject: session.userId,
  });
  if (limited) return formError(limited);
  const tooCommon = await checkCommonPassword({ email: session.email, password });
  if (tooCommon) return tooCommon;
  const auth = await openSessionClient(context);
  const { error } = await auth.updateUser({ password });
  if (error) return authFieldError(error, "password");
  await logSecurityEvent(getPlatform(context), "password-changed", session.userId);
  return formSuccess(message);
}
