import { type FormError, type FormValues, formError } from "~/forms/form-result";
import type { Platform } from "~/platform/context.server";
import { AUTH_ERRORS } from "../gotrue/auth-errors.server";
import { mayHavePasskey } from "../methods/passkey/may-have-passkey.server";
import type { Session } from "../session/request-auth.server";

const MAX_AGE_S = 15 * 60;

/** True soon after a sign-in. A refreshed token does not count. */
export function isRecentLogin(session: Session): boolean {
  return Date.now() / 1000 - session.authenticatedAt <= MAX_AGE_S;
}

/** The error without a recent sign-in, and whether the account may have a passkey; undefined after one. */
export async function checkRecentLogin(
  platform: Platform,
  session: Session,
  values?: FormValues,
): Promise<FormError | undefined> {
  if (isRecentLogin(session)) return undefined;
  const error = formError(AUTH_ERRORS.recentLoginRequired, values);
  return { ...error, mayHavePasskey: await mayHavePasskey(platform) };
}
