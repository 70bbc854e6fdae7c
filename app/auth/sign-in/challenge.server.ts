import { type AppError, OUTAGE_RETRY_S } from "~/forms/app-error";
import { type FormResult, type FormValues, formError } from "~/forms/form-result";
import {
  CHALLENGE_FIELD,
  type ChallengeRequest,
  checkChallenge,
} from "~/platform/turnstile.server";

/** GoTrue's own code for the same. */
const FAILED: AppError = {
  status: 422,
  code: "captcha_failed",
  message: "We could not tell that you are a person. Please try again.",
};

const UNAVAILABLE: AppError = {
  status: 503,
  code: "auth/challenge-unavailable",
  message:
    "We can't check right now that you are a person. Nothing was sent; please try again in a moment.",
  retryAfterS: OUTAGE_RETRY_S,
};

/**
 * Refuses a form that sends mail until its challenge is passed; undefined lets it through. The Worker checks by
 * itself: GoTrue asks no challenge of calls with the secret key, which the Worker's are.
 */
export async function requireChallenge(
  visitor: ChallengeRequest,
  formData: FormData,
  values: FormValues,
): Promise<FormResult | undefined> {
  const token = formData.get(CHALLENGE_FIELD);
  const outcome = await checkChallenge(visitor, typeof token === "string" ? token : "", "auth");
  if (outcome === "passed") return undefined;
  return formError(outcome === "failed" ? FAILED : UNAVAILABLE, values);
}
