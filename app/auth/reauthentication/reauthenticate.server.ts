import { type FormError, formError, formInvalid, formSuccess } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { failure, type Result } from "~/http/app-error";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { logRejected } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { AUTH_ERRORS } from "../gotrue/auth-errors.server";
import { toAppError } from "../gotrue/codes.server";
import { verifyPasskey } from "../methods/passkey/passkey.server";
import { signInWithTypedPassword } from "../methods/password/password.server";
import { reauthenticationSchema } from "../methods/password/schema";
import { requireSameAccount } from "../session/account-form.server";
import { getAuth, openSessionClient } from "../session/auth.server";
import { completeReauthentication } from "../session/complete-sign-in.server";
import { getRequestAuth, type Session } from "../session/request-auth.server";

/** Signs the user in again with their password or a passkey, and ends the previous session. */
export async function reauthenticate(context: RequestContext, formData: FormData) {
  const auth = await getAuth(context);
  if (auth.kind === "unknown") return formError(AUTH_ERRORS.sessionUnverified);
  if (auth.kind === "guest") return formError(AUTH_ERRORS.sessionMissing);
  const { session } = auth;
  requireSameAccount(formData, session);
  const platform = getPlatform(context);
  // The limit is per session: attempts with a stolen token do not lock the owner's.
  const limited = await checkRateLimit(platform, {
    purpose: "reauthenticate",
    account: session.sessionId,
  });
  if (limited) return formError(limited);
  const signedIn =
    formData.get("intent") === "passkey"
      ? await verifyPasskey(context, formData)
      : await verifyPassword(context, formData, session);
  if (!signedIn.ok) return signedIn.error;
  // The email address of an old token may now belong to another account.
  const completion = { accessToken: signedIn.value, next: getRequestAuth(context).path };
  const completed = await completeReauthentication(context, auth, completion);
  return completed.ok ? formSuccess("You are signed in again") : formError(completed.error);
}

async function verifyPassword(
  context: RequestContext,
  formData: FormData,
  session: Session,
): Promise<Result<string, FormError>> {
  const form = parseForm(reauthenticationSchema, formData);
  if (!form.ok) return form;
  const { email, userId: subject } = session;
  const client = await openSessionClient(context);
  const { data, error } = await signInWithTypedPassword(client, { email, ...form.value });
  if (!error) return { ok: true, value: data.session.access_token };
  const rejected = { purpose: "reauthenticate", subject, reason: error.code };
  await logRejected(getPlatform(context), rejected);
  return failure(
    error.code === "invalid_credentials"
      ? formInvalid({ password: "That password isn’t right" })
      : formError(toAppError(error, "sign-in")),
  );
}
