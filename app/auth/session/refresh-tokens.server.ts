import type { Platform } from "~/platform/context.server";
import { logInfo } from "~/platform/log.server";
import { isAuthSessionEnded } from "../auth-errors.server";

/** How long a page waits for a new token while the old one still works. */
const VALID_TOKEN_TIMEOUT_MS = 1_000;

/** What came of a refresh. `unavailable`: nothing is known, so nothing changes. */
export type RefreshResult =
  | { readonly kind: "renewed"; readonly accessToken: string }
  | { readonly kind: "over" }
  | { readonly kind: "unavailable" };

/**
 * Exchanges a refresh token, in one call; the new tokens go into this request's cookies. Requests that
 * refresh at the same time converge: GoTrue accepts a token again for ten seconds.
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
  if (data.session) return { kind: "renewed", accessToken: data.session.access_token };
  // A refresh token that is malformed is nobody's session.
  if (isAuthSessionEnded(error) || error?.code === "validation_failed") return { kind: "over" };
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
