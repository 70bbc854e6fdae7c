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
import { stopAsking } from "~/ui/unsaved-input";

const getUserId = () => getSessionUserId(document.documentElement.dataset.session ?? "");

/**
 * Client middleware of the account area: when the response leads to sign-in, keeps what was typed or just
 * sent.
 */
export const keepDraftMiddleware: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  const form = request.method === "GET" ? undefined : await request.clone().formData();
  const results = await next();
  const userId = getUserId();
  for (const { result } of Object.values(results)) {
    const target = result instanceof Response ? result.headers.get("Location") : null;
    if (!(result instanceof Response && userId && target && isSignInPath(target))) continue;
    result.headers.set("Location", sessionEndedPath(getReturnPath(form)));
    keepDraft(userId, form, SECRET_FIELD);
    stopAsking();
  }
  return results;
};

/**
 * The path of this page, with the query of the sent form's field `reopen`: by it the page shows a form again
 * whose dialog is closed by then.
 */
function getReturnPath(form = new FormData()): string {
  const url = new URL(window.location.href);
  const reopen = new URLSearchParams(String(form.get("reopen") ?? ""));
  for (const [name, value] of reopen) url.searchParams.set(name, value);
  return url.pathname + url.search;
}

/** Puts the draft back into the fields of the page it was typed on. */
export function useDraftRecovery(): void {
  const { pathname } = useLocation();
  useEffect(() => restoreDraft(getUserId(), pathname), [pathname]);
}
