import type { Platform } from "~/platform/context.server";
import { logInfo } from "~/platform/log.server";
import { isAuthSessionEnded } from "../auth-errors.server";

/** The timeout of a refresh while the current token is still valid. */
const VALID_TOKEN_TIMEOUT_MS = 1_000;

/** `ended`: the session is over. `unavailable`: the auth server failed, so the session is kept. */
export type RefreshResult =
  | { readonly kind: "refreshed"; readonly accessToken: string }
  | { readonly kind: "ended" }
  | { readonly kind: "unavailable" };

/**
 * Exchanges a refresh token in one call, and stores the new tokens in this request's cookies. Concurrent refreshes are
 * safe: GoTrue accepts a token again for ten seconds.
 */
export async function refreshTokens(
  platform: Platform,
  options: { readonly refreshToken: string; readonly isStillValid: boolean },
): Promise<RefreshResult> {
  const { createRefreshClient } = await import("./supabase.server");
  const refresh = createRefreshClient(platform).refreshSession({
    refresh_token: options.refreshToken,
  });
  const outcome = await (options.isStillValid
    ? Promise.race([refresh, timeout(VALID_TOKEN_TIMEOUT_MS)])
    : refresh);
  if (outcome === "timeout") return { kind: "unavailable" };
  const { data, error } = outcome;
  if (data.session) return { kind: "refreshed", accessToken: data.session.access_token };
  // A malformed refresh token belongs to no session.
  if (isAuthSessionEnded(error) || error?.code === "validation_failed") return { kind: "ended" };
  logInfo("auth.refresh_unavailable", {
    requestId: platform.requestId,
    code: error?.code,
    reason: error?.message,
  });
  return { kind: "unavailable" };
}

function timeout(ms: number): Promise<"timeout"> {
  return new Promise((resolve) => setTimeout(() => resolve("timeout"), ms));
}
