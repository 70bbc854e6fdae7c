import { type FormResult, formError, formSuccess } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { refuseByField } from "../field-refusal.server";
import { refuseWithoutRecentLogin } from "../reauthentication/recent-login.server";
import { newPasswordSchema } from "../schema";
import { logSecurityEvent } from "../security-log.server";
import type { Session } from "../session/visit.server";
import { openSessionClient } from "../session/visitor.server";
import { refuseCommonPassword } from "./common-password.server";

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
  const refusal = refuseWithoutRecentLogin(session);
  if (refusal) return refusal;
  const limited = await checkRateLimit(getPlatform(context), {
    purpose: "set-password",
    subject: session.userId,
  });
  if (limited) return formError(limited);
  const tooCommon = await refuseCommonPassword({ email: session.email, password });
  if (tooCommon) return tooCommon;
  const auth = await openSessionClient(context);
  const { error } = await auth.updateUser({ password });
  if (error) return refuseByField(error, "password");
  await logSecurityEvent(getPlatform(context), "password-changed", session.userId);
  return formSuccess(message);
}
