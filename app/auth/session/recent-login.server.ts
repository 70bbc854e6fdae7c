import { type FormResult, type FormValues, formError } from "~/forms/form-result";
import { AUTH_ERRORS } from "../gotrue/auth-errors.server";
import type { Session } from "./request-auth.server";

/** The maximum age of a recent sign-in, in seconds. */
const MAX_AGE_S = 15 * 60;

/** True if the user signed in recently. Refreshing a token does not count. */
export function hasRecentLogin(session: Session, now = Date.now()): boolean {
  return now / 1000 - session.authenticatedAt <= MAX_AGE_S;
}

/** The error for a sensitive change without a recent sign-in; undefined with one. */
export function checkRecentLogin(session: Session, values?: FormValues): FormResult | undefined {
  return hasRecentLogin(session) ? undefined : formError(AUTH_ERRORS.recentLoginRequired, values);
}
