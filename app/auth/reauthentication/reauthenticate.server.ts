import { type FormResult, formError, formInvalid, formSuccess } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { logRejected } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { AUTH_ERRORS, toAppError } from "../auth-errors.server";
import { requireSameAccount } from "../own-form.server";
import { reauthenticationSchema } from "../schema";
import { logSecurityEvent } from "../security-log.server";
import { getAuth, openSessionClient, revokeInBackground } from "../session/auth.server";

/** Signs the current user in again with their password; the session it replaces is ended. */
export async function reauthenticate(
  context: RequestContext,
  formData: FormData,
): Promise<FormResult> {
  const form = parseForm(reauthenticationSchema, formData);
  if (!form.ok) return form.result;
  const visitor = await getAuth(context);
  if (visitor.kind === "unknown") return formError(AUTH_ERRORS.sessionUnchecked);
  if (visitor.kind === "guest") return formError(AUTH_ERRORS.sessionMissing);
  const { session } = visitor;
  requireSameAccount(formData, session);
  const platform = getPlatform(context);
  const limited = await checkRateLimit(platform, {
    purpose: "reauthenticate",
    subject: session.userId,
  });
  if (limited) return formError(limited);
  const auth = await openSessionClient(context);
  const { data, error } = await auth.signInWithPassword({
    email: session.email,
    password: form.value.password,
  });
  if (error) {
    const refused = { purpose: "reauthenticate", subject: session.userId, reason: error.code };
    await logRejected(platform, refused);
    return error.code === "invalid_credentials"
      ? formInvalid({ password: "That password isn't right" })
      : formError(toAppError(error, "sign-in"));
  }
  if (data.user.id !== session.userId) {
    // The address of an old token may be somebody else's by now.
    revokeInBackground(platform, { accessToken: data.session.access_token });
    platform.cookies.discardChanges();
    return formError(AUTH_ERRORS.differentAccount);
  }
  revokeInBackground(platform, { accessToken: session.accessToken });
  await logSecurityEvent(platform, "reauthenticated", session.userId);
  return formSuccess("You are signed in again");
}
