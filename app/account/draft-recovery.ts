/**
 * Draft recovery: what was typed when the session had ended is kept in the tab until the same user signs in
 * again.
 */
import { useEffect } from "react";
import { type DataStrategyResult, type MiddlewareFunction, useLocation } from "react-router";
import * as v from "valibot";
import { getSessionUserId } from "~/auth/session/tabs/session-sync";
import { SECRET_FIELD } from "~/forms/form-result";
import { isSignInPath, sessionEndedPath } from "~/navigation/paths";
import { keepText, readKeptText } from "~/ui/kept-text";
import { findUnsavedFields, listTextFields } from "~/ui/unsaved-input";

/** `intent` tells the forms of a page apart. */
const fieldSchema = v.object({
  intent: v.nullable(v.string()),
  name: v.string(),
  value: v.string(),
});
const draftSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ userId: v.string(), path: v.string(), fields: v.array(fieldSchema) }),
);
type Field = v.InferOutput<typeof fieldSchema>;

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
    const { pathname: path } = window.location;
    result.headers.set("Location", sessionEndedPath(getReturnPath(form)));
    const fields = listFields(form).filter(({ name }) => !SECRET_FIELD.test(name));
    keepText("draft", JSON.stringify({ userId, path, fields }));
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

/** The fields on the page, and those of the sent form: the list's forms are empty once they are sent. */
function listFields(sent = new FormData()): Field[] {
  const typed = findUnsavedFields().map(({ form, name, value }) => ({
    intent: readIntent(form && new FormData(form)),
    name,
    value,
  }));
  const intent = readIntent(sent);
  return [
    ...typed,
    ...Array.from(sent, ([name, value]) => ({ intent, name, value: String(value) })),
  ];
}

function readIntent(form: FormData | null): string | null {
  const intent = form?.get("intent");
  return typeof intent === "string" ? intent : null;
}

/** Puts the draft back into the fields of the page it was typed on. */
export function useDraftRecovery(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const draft = v.safeParse(draftSchema, readKeptText("draft"));
    if (!draft.success) return;
    const { userId, path, fields } = draft.output;
    const isSameUser = userId === getUserId();
    if (isSameUser && path !== pathname) return;
    keepText("draft", null);
    if (!isSameUser) return;
    const inputs = listTextFields();
    for (const { intent, name, value } of fields) {
      const isSame = (input: (typeof inputs)[number]) =>
        input.name === name && readIntent(input.form && new FormData(input.form)) === intent;
      const field = inputs.find(isSame);
      if (!field) continue;
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }, [pathname]);
}
