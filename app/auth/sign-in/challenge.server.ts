import { type FormResult, type FormValues, refuseForm } from "~/forms/form-result";
import { OUTAGE_RETRY_S, type Refusal } from "~/forms/refusal";
import {
  CHALLENGE_FIELD,
  type ChallengedVisitor,
  checkChallenge,
} from "~/platform/turnstile.server";

/** GoTrue's own code for the same. */
const FAILED: Refusal = {
  httpStatus: 422,
  code: "captcha_failed",
  message: "We could not tell that you are a person. Please try again.",
};

const UNAVAILABLE: Refusal = {
  httpStatus: 503,
  code: "auth/challenge-unavailable",
  message:
    "We can't check right now that you are a person. Nothing was sent; please try again in a moment.",
  retryAfterS: OUTAGE_RETRY_S,
};

/**
 * Refuses a form that sends mail until its challenge is passed; undefined lets it through. The Worker checks by
 * itself: GoTrue asks no challenge of calls with the secret key, which the Worker's are.
 */
export async function refuseWithoutChallenge(
  visitor: ChallengedVisitor,
  formData: FormData,
  values: FormValues,
): Promise<FormResult | undefined> {
  const token = formData.get(CHALLENGE_FIELD);
  const outcome = await checkChallenge(visitor, typeof token === "string" ? token : "", "auth");
  if (outcome === "passed") return undefined;
  return refuseForm(outcome === "failed" ? FAILED : UNAVAILABLE, values);
}
