import { type FormResult, type FormValues, formError } from "~/forms/form-result";
import { AUTH_ERRORS } from "../auth-errors.server";
import type { Session } from "../session/request-auth.server";

/** A sensitive change wants a sign-in that is no older than this. Seconds. */
const RECENT_S = 15 * 60;

/** True when the user proved who they are a short while ago; refreshing a token proves nothing. */
export function hasRecentLogin(session: Session, now = Date.now()): boolean {
  return now / 1000 - session.authenticatedAt <= RECENT_S;
}

/** Refuses a sensitive change until the user signs in again; undefined lets it through. */
export function checkRecentLogin(session: Session, values?: FormValues): FormResult | undefined {
  if (hasRecentLogin(session)) return undefined;
  return formError(AUTH_ERRORS.recentLoginRequired, values);
}
