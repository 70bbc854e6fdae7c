/** Cloudflare Turnstile. Source: Turnstile docs, "Server-side validation". */
import * as v from "valibot";
import { type FormResult, type FormValues, formError } from "~/forms/form-result";
import { appError } from "~/http/app-error";
import { type Config, TURNSTILE_TEST_KEY } from "~/platform/config.server";
import { logError } from "~/platform/log.server";
import { TURNSTILE_FIELD, TURNSTILE_ORIGIN } from "./names";
import type { TurnstileAction } from "./turnstile";

const VERIFY_URL = `${TURNSTILE_ORIGIN}/turnstile/v0/siteverify`;
const TIMEOUT_MS = 3_000;

/** The message for a failed challenge, and for a token that GoTrue rejects. */
export const TURNSTILE_FAILED = "We couldn’t verify that you’re human. Please try again.";
const UNAVAILABLE =
  "We can’t verify that you’re human right now. Nothing was sent. Please try again in a moment.";

const resultSchema = v.object({
  success: v.boolean(),
  hostname: v.optional(v.string()),
  action: v.optional(v.string()),
  "error-codes": v.optional(v.array(v.string()), []),
});

/** About our secret key, our request or Cloudflare; the other codes are about the token. */
const OUTAGE_CODES: ReadonlySet<string> = new Set([
  "missing-input-secret",
  "invalid-input-secret",
  "bad-request",
  "internal-error",
]);

interface TurnstileRequest {
  readonly config: Pick<Config, "siteUrl" | "turnstile">;
  readonly clientAddress: string;
  readonly requestId: string;
}

/** Verifies a single-use token for this site and `action`; "unavailable" without a response as documented. */
export async function checkTurnstile(
  { config: { siteUrl, turnstile }, clientAddress, requestId }: TurnstileRequest,
  token: string,
  action: TurnstileAction,
): Promise<"passed" | "failed" | "unavailable"> {
  if (!turnstile) return "passed";
  if (!token) return "failed";
  try {
    const body = new URLSearchParams({
      secret: turnstile.secretKey,
      response: token,
      remoteip: clientAddress,
    });
    const response = await fetch(VERIFY_URL, {
      method: "POST",
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const result = v.parse(resultSchema, await response.json());
    const outage = result["error-codes"].find((code) => OUTAGE_CODES.has(code));
    if (outage !== undefined) throw new Error(outage);
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

/**
 * The error for a sign-in form whose check failed. The Worker checks: GoTrue skips it for calls with the
 * secret key.
 */
export async function requireTurnstile(
  request: TurnstileRequest,
  formData: FormData,
  values: FormValues,
): Promise<FormResult | undefined> {
  const token = formData.get(TURNSTILE_FIELD);
  const outcome = await checkTurnstile(request, typeof token === "string" ? token : "", "auth");
  if (outcome === "passed") return undefined;
  return outcome === "failed"
    ? // GoTrue's own code.
      formError(appError(422, "captcha_failed", TURNSTILE_FAILED), values)
    : formError(appError(503, "auth/turnstile-unavailable", UNAVAILABLE), values);
}
