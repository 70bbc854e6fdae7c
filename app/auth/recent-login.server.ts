import { type FormResult, type FormValues, formError } from "~/forms/form-result";
import type { Session } from "./session.server";

/** A sensitive change wants a sign-in that is no older than this. Seconds. */
const RECENT_S = 15 * 60;

/** The error code that opens the re-authentication dialog. */
export const REQUIRES_RECENT_LOGIN = "auth/requires-recent-login";

/** True when the user proved who they are a short while ago; refreshing a token proves nothing. */
export function hasRecentLogin(session: Session, now = Date.now()): boolean {
  return now / 1000 - session.authenticatedAt <= RECENT_S;
}

/** Refuses a sensitive change until the user signs in again; undefined lets it through. */
export function refuseWithoutRecentLogin(
  session: Session,
  values?: FormValues,
): FormResult | undefined {
  if (hasRecentLogin(session)) return undefined;
  return formError("Please sign in again to complete this action", values, REQUIRES_RECENT_LOGIN);
}
