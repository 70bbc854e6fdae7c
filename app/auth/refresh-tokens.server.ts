import type { Platform } from "~/platform/context.server";
import { isUnanswered } from "./auth-errors.server";

/** How long a page waits for the auth server: briefly while the old token still works. */
const BUDGET_VALID_MS = 1_000;
const BUDGET_EXPIRED_MS = 8_000;

/**
 * Exchanges a refresh token; the new tokens go into this response's cookies. Answers the new access
 * token, null when the auth server says that the session is over, "unavailable" when it says nothing.
 * Requests that refresh at the same time converge: GoTrue accepts a token again for ten seconds.
 */
export async function refreshTokens(
  request: Request,
  platform: Platform,
  options: { refreshToken: string; isStillValid: boolean },
): Promise<string | null | "unavailable"> {
  const { createSessionClient } = await import("./supabase.server");
  const refresh = createSessionClient(request, platform).auth.refreshSession({
    refresh_token: options.refreshToken,
  });
  const budget = options.isStillValid ? BUDGET_VALID_MS : BUDGET_EXPIRED_MS;
  const outcome = await Promise.race([refresh, timeout(budget)]);
  if (outcome === "timeout" || isUnanswered(outcome.error)) return "unavailable";
  return outcome.data.session?.access_token ?? null;
}

function timeout(ms: number): Promise<"timeout"> {
  return new Promise((resolve) => setTimeout(() => resolve("timeout"), ms));
}
