/** Responses that do not reveal, by content or timing, whether an address has an account. */
import type { AuthError } from "@supabase/supabase-js";
import type { Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { isEmailCooldown, isOutage, isPublicError, SERVER_ERROR } from "../gotrue/codes.server";

/** Longer than Supabase Auth usually takes to check a password or to send an email. */
const RESPONSE_DELAY_MS = 1_000;

/** Resolves after a fixed time. Start it before the call to Supabase Auth, and await it before responding. */
export function waitForUniformTiming(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, RESPONSE_DELAY_MS));
}

/**
 * Waits a fixed time for a call that continues in the background. Returns its error if it does not depend on
 * the address.
 */
export async function sendEmailInBackground(
  platform: Platform,
  call: Promise<{ readonly error: AuthError | null } | undefined>,
  { purpose, publicCode }: { readonly purpose: string; readonly publicCode?: string },
): Promise<AuthError | null> {
  let publicError: AuthError | null = null;
  const settled = call.then((sent) => {
    const error = sent?.error;
    if (!error || isEmailCooldown(error)) return;
    const { code = "" } = error;
    const isDown = isOutage(error) && code !== SERVER_ERROR;
    const isPublic = isDown || code === publicCode || isPublicError(error);
    if (isPublic) publicError = error;
    else logError("auth.email_failed", error, { requestId: platform.requestId, purpose, code });
  });
  platform.waitUntil(settled);
  await waitForUniformTiming();
  return publicError;
}
