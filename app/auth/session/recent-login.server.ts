import { type FormResult, type FormValues, formError } from "~/forms/form-result";
import { AUTH_ERRORS } from "../gotrue/auth-errors.server";
import type { Session } from "./request-auth.server";

const MAX_AGE_S = 15 * 60;

/**
 * The error for a sensitive change without a recent sign-in; undefined with one. Refreshing a token is no
 * sign-in.
 */
export function checkRecentLogin(session: Session, values?: FormValues): FormResult | undefined {
  const ageS = Date.now() / 1000 - session.authenticatedAt;
  return ageS <= MAX_AGE_S ? undefined : formError(AUTH_ERRORS.recentLoginRequired, values);
}
