/** Cloudflare Turnstile. Source: Turnstile docs, "Server-side validation". */
import * as v from "valibot";
import type { ChallengeAction } from "~/forms/challenge";
import { type Config, TURNSTILE_TEST_KEY } from "./config.server";
import { logError } from "./log.server";

const VERIFY_URL = "https://challenges.cloudflare.com/turnstile/v0/siteverify";
const TIMEOUT_MS = 3_000;

/** The origin of the widget's script and frame. */
export const TURNSTILE_ORIGIN = "https://challenges.cloudflare.com";

const resultSchema = v.object({
  success: v.boolean(),
  hostname: v.optional(v.string()),
  action: v.optional(v.string()),
});

/** The field that the widget adds to its form. */
export const CHALLENGE_FIELD = "cf-turnstile-response";

/** `unavailable`: Turnstile did not respond, or not as documented. */
export type ChallengeOutcome = "passed" | "failed" | "unavailable";

/** The part of the platform that a challenge needs. */
export interface ChallengeRequest {
  readonly config: Pick<Config, "siteUrl" | "turnstile">;
  readonly clientAddress: string | null;
  readonly requestId: string;
}

/**
 * Verifies a challenge token for this site and `action`; each token works once. "passed" when no challenge is
 * configured.
 */
export async function checkChallenge(
  { config: { siteUrl, turnstile }, clientAddress, requestId }: ChallengeRequest,
  token: string,
  action: ChallengeAction,
): Promise<ChallengeOutcome> {
  if (!turnstile) return "passed";
  if (!token) return "failed";
  try {
    const body = new URLSearchParams({ secret: turnstile.secretKey, response: token });
    if (clientAddress) body.set("remoteip", clientAddress);
    const response = await fetch(VERIFY_URL, {
      method: "POST",
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const result = v.parse(resultSchema, await response.json());
    // Results for test keys have a placeholder host and no action.
    const isForThisForm =
      TURNSTILE_TEST_KEY.test(turnstile.secretKey) ||
      (result.hostname === new URL(siteUrl).hostname && result.action === action);
    return result.success && isForThisForm ? "passed" : "failed";
  } catch (error) {
    logError("turnstile.unavailable", error, { requestId });
    return "unavailable";
  }
}
