/** Cloudflare Turnstile, where it is configured. Source: Turnstile docs, "Server-side validation". */
import * as v from "valibot";
import type { Config } from "~/platform/config.server";
import { logError } from "~/platform/log.server";

const VERIFY_URL = "https://challenges.cloudflare.com/turnstile/v0/siteverify";
const TIMEOUT_MS = 3_000;

/** The origin of the widget's script and frame. */
export const TURNSTILE_ORIGIN = "https://challenges.cloudflare.com";

const answerSchema = v.object({ success: v.boolean() });

/**
 * True when the visitor passed, or when no challenge is configured. When the service does not
 * answer it is false: the message is then stored for an operator, not lost.
 */
export async function passesTurnstile(
  turnstile: Config["turnstile"],
  token: string,
  address: string | null,
): Promise<boolean> {
  if (!turnstile) return true;
  if (!token) return false;
  try {
    const body = new URLSearchParams({ secret: turnstile.secretKey, response: token });
    if (address) body.set("remoteip", address);
    const response = await fetch(VERIFY_URL, {
      method: "POST",
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return v.parse(answerSchema, await response.json()).success;
  } catch (error) {
    logError("turnstile.unavailable", error);
    return false;
  }
}
