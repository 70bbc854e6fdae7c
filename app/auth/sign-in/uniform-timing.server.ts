/** Answers that neither say nor show by their timing whether an address has an account. */
import type { AuthError } from "@supabase/supabase-js";
import type { Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { isMailCooldown, isOutage, SERVER_ERROR } from "../auth-errors.server";

/** Longer than the auth server usually takes to check a password, or to send a mail. */
const RESPONSE_DELAY_MS = 1_000;

/** Refusals that GoTrue gives before it looks the address up. Source: supabase/auth, `internal/api`. */
const ADDRESS_INDEPENDENT_CODES: ReadonlySet<string> = new Set([
  "over_request_rate_limit",
  "validation_failed",
  "weak_password",
  "captcha_failed",
  "email_provider_disabled",
]);

/** Resolves when an answer that depends on the account may be given; start it before the auth server is asked. */
export function waitForUniformTiming(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, RESPONSE_DELAY_MS));
}

export interface MailCall {
  /** For the log, e.g. "sign-up". */
  readonly purpose: string;
  /** Further codes that this call gets for any address. */
  readonly publicCode?: string;
}

/**
 * Waits a fixed time for a call that may send mail, which goes on behind the response. Returns its error if it
 * failed by then in a way that every address would; a mail that was not sent is only logged.
 */
export async function sendMailInBackground(
  platform: Platform,
  call: Promise<{ readonly error: AuthError | null }>,
  { purpose, publicCode: alsoTold }: MailCall,
): Promise<AuthError | null> {
  let told: AuthError | null = null;
  const settled = call.then(({ error }) => {
    if (!error || isMailCooldown(error)) return;
    const { code = "" } = error;
    const isDown = isOutage(error) && code !== SERVER_ERROR;
    const isTold = isDown || code === alsoTold || ADDRESS_INDEPENDENT_CODES.has(code);
    if (isTold) told = error;
    else logError("auth.mail_failed", error, { requestId: platform.requestId, purpose, code });
  });
  platform.waitUntil(settled);
  await waitForUniformTiming();
  return told;
}
