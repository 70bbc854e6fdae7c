import type { Platform } from "~/platform/context.server";
import { logInfo } from "~/platform/log.server";
import { isSessionOver } from "./auth-errors.server";

/** How long a page waits for the auth server: briefly while the old token still works. */
const BUDGET_VALID_MS = 1_000;
const BUDGET_EXPIRED_MS = 8_000;

/** What came of a refresh. `unavailable`: nothing is known, so nothing changes. */
export type Refresh =
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
): Promise<Refresh> {
  const { createRefreshClient } = await import("./supabase.server");
  const refresh = createRefreshClient(platform).refreshSession({
    refresh_token: options.refreshToken,
  });
  const budget = options.isStillValid ? BUDGET_VALID_MS : BUDGET_EXPIRED_MS;
  const outcome = await Promise.race([refresh, timeout(budget)]);
  if (outcome === "timeout") return { kind: "unavailable" };
  const { data, error } = outcome;
  if (data.session) return { kind: "renewed", accessToken: data.session.access_token };
  // A refresh token that is malformed is nobody's session.
  if (isSessionOver(error) || error?.code === "validation_failed") return { kind: "over" };
  logInfo("auth.refresh_unavailable", {
    requestId: platform.requestId,
    status: error?.status,
    code: error?.code,
  });
  return { kind: "unavailable" };
}

function timeout(ms: number): Promise<"timeout"> {
  return new Promise((resolve) => setTimeout(() => resolve("timeout"), ms));
}
