/**
 * Draft recovery: what was typed when the session had ended is kept in the tab until the same user signs in
 * again.
 */
import { useEffect } from "react";
import { type DataStrategyResult, type MiddlewareFunction, useLocation } from "react-router";
import { getSessionUserId } from "~/auth/session/tabs/session-sync";
import { SECRET_FIELD } from "~/forms/form-result";
import { isSignInPath, sessionEndedPath } from "~/navigation/paths";
import { keepDraft, restoreDraft } from "~/ui/kept/draft";
import { hasUnanswered } from "~/ui/kept/unanswered";

const getUserId = () => getSessionUserId(document.documentElement.dataset.session ?? "");

/**
 * Client middleware of the account area: when the response leads to sign-in, keeps what is typed or was just
 * sent.
 */
export const keepDraftMiddleware: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  // A list's forms are kept already, and sent again (app/forms/mutations.tsx).
  const isTyped = request.method !== "GET" && !hasUnanswered();
  const sent = isTyped ? await request.clone().formData() : undefined;
  const results = await next();
  const userId = getUserId();
  for (const { result } of Object.values(results)) {
    if (!userId || !(result instanceof Response)) continue;
    if (!isSignInPath(result.headers.get("Location") ?? "")) continue;
    const { pathname, search } = window.location;
    result.headers.set("Location", sessionEndedPath(pathname + search));
    keepDraft(userId, sent, SECRET_FIELD);
  }
  return results;
};

/** Puts the draft back into the fields of the page it was typed on. */
export function useDraftRecovery(): void {
  const { pathname } = useLocation();
  useEffect(() => restoreDraft(getUserId(), pathname), [pathname]);
}
