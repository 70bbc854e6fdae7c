import { authErrors } from "~/content/auth/auth-errors";
import { type FormResult, type FormValues, formError } from "~/forms/form-result";
import { type AppError, OUTAGE_RETRY_S } from "~/http/app-error";
import {
  CHALLENGE_FIELD,
  type ChallengeRequest,
  checkChallenge,
} from "~/platform/turnstile.server";

/** The code is GoTrue's own for a failed challenge. */
const FAILED: AppError = {
  status: 422,
  code: "captcha_failed",
  message: authErrors.challengeFailed,
};

const UNAVAILABLE: AppError = {
  status: 503,
  code: "auth/challenge-unavailable",
  message: authErrors.challengeUnavailable,
  retryAfterS: OUTAGE_RETRY_S,
};

/**
 * The error for a form whose challenge was not passed; undefined if it was. Checked by the Worker, because GoTrue skips
 * the challenge for calls with the secret key.
 */
export async function requireChallenge(
  request: ChallengeRequest,
  formData: FormData,
  values: FormValues,
): Promise<FormResult | undefined> {
  const token = formData.get(CHALLENGE_FIELD);
  const outcome = await checkChallenge(request, typeof token === "string" ? token : "", "auth");
  if (outcome === "passed") return undefined;
  return formError(outcome === "failed" ? FAILED : UNAVAILABLE, values);
}
