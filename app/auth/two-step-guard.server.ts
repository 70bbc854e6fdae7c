/** Whether a session has done what its account asks for, told by the access token alone. */
import { data, redirect } from "react-router";
import { logError } from "~/platform/log.server";
import { readUnverifiedClaims } from "./access-token.server";
import type { Session } from "./session.server";

/** For programs: the session needs a code from an authenticator app first. */
export const TWO_STEP_REQUIRED = "auth/multi-factor-auth-required";
export const TWO_STEP_MESSAGE = "Please enter the code from your authenticator app first";

/** The page that asks for the code and goes to `next` afterwards. */
export function twoStepPath(next: string): string {
  return `/auth/verify?${new URLSearchParams({ next })}`;
}

/** Where a sign-in that has just given `accessToken` goes on: to `next`, or to the code first. */
export function afterSignIn(accessToken: string, next: string): string {
  return readUnverifiedClaims(accessToken)?.twoStep === "due" ? twoStepPath(next) : next;
}

/** Throws what a page answers to a session whose two-step code is due, or cannot be told. */
export function requireTwoStep(session: Session, next: string): void {
  if (session.twoStep === "due") throw redirect(twoStepPath(next));
  if (session.twoStep === "unknown") {
    reportMissingClaim();
    throw data("We can't check your sign-in right now. Please try again in a moment.", {
      status: 503,
      headers: { "Retry-After": "10" },
    });
  }
}

/** For the log: nobody gets in until an operator has enabled the hook. */
export function reportMissingClaim(): void {
  logError(
    "auth.two_step_claim_missing",
    "Access tokens lack two_step: enable the hook add_two_step_claim (docs/operations.md)",
  );
}
