import { type FormResult, refuseForm } from "~/forms/form-result";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { refuseCommonPassword } from "./common-password.server";
import { refuseByField } from "./field-refusal.server";
import { refuseWithoutRecentLogin } from "./recent-login.server";
import { logSecurityEvent } from "./security-log.server";
import type { Session } from "./visit.server";
import { openSessionClient } from "./visitor.server";

/**
 * Sets a new password; GoTrue ends the user's other sessions. Every page that changes a password does it
 * here, because here is the rule: it takes a recent sign-in. undefined when it was set.
 */
export async function setPassword(
  context: RequestContext,
  session: Session,
  password: string,
): Promise<FormResult | undefined> {
  const refusal = refuseWithoutRecentLogin(session);
  if (refusal) return refusal;
  const limited = await checkRateLimit(getPlatform(context), {
    purpose: "set-password",
    subject: session.userId,
  });
  if (limited) return refuseForm(limited);
  const tooCommon = await refuseCommonPassword({ email: session.email, password });
  if (tooCommon) return tooCommon;
  const auth = await openSessionClient(context);
  const { error } = await auth.updateUser({ password });
  if (error) return refuseByField(error, "password");
  await logSecurityEvent(getPlatform(context), "password-changed", session.userId);
  return undefined;
}
