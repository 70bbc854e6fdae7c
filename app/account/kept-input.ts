/**
 * What was typed when the session turned out to have ended: kept in the tab until the same user has signed in
 * again.
 */
import { useEffect } from "react";
import { type DataStrategyResult, href, type MiddlewareFunction, useLocation } from "react-router";
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
const keptSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ userId: v.string(), path: v.string(), fields: v.array(fieldSchema) }),
);
type KeptField = v.InferOutput<typeof fieldSchema>;

const getUserId = () => getSessionUserId(document.documentElement.dataset.session ?? "");

/**
 * Client middleware of the account area: when the response leads to sign-in, keeps what was typed or just
 * sent, but no secret.
 */
export const keepInputMiddleware: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  const form = request.method === "GET" ? undefined : await request.clone().formData();
  const results = await next();
  const userId = getUserId();
  for (const { result } of Object.values(results)) {
    const target = result instanceof Response ? result.headers.get("Location") : null;
    if (!(result instanceof Response && userId && target && isSignInPath(target))) continue;
    const { pathname } = window.location;
    result.headers.set("Location", sessionEndedPath(getReturnPath(form)));
    const fields = [...listTyped(), ...listSent(form)].filter(
      ({ name }) => !SECRET_FIELD.test(name),
    );
    keepText("kept-input", JSON.stringify({ userId, path: pathname, fields }));
  }
  return results;
};

/** This page; with the form of the item whose new name was sent, because its dialog is closed by then. */
function getReturnPath(form: FormData | undefined): string {
  const { pathname, search } = window.location;
  const itemId = form?.get("intent") === "rename" ? readString(form.get("id")) : null;
  if (itemId === null || pathname !== href("/dashboard")) return pathname + search;
  const query = new URLSearchParams(search);
  query.set("item", itemId);
  return `${pathname}?${query}`;
}

function listTyped(): KeptField[] {
  return findUnsavedFields().map(({ form, name, value }) => ({
    intent: readIntent(form),
    name,
    value,
  }));
}

/** The list's forms are empty once they are sent. */
function listSent(form: FormData | undefined): KeptField[] {
  const intent = readString(form?.get("intent"));
  return [...(form ?? [])].flatMap(([name, value]) =>
    typeof value === "string" ? { intent, name, value } : [],
  );
}

/** Puts the kept input back into the fields of the page it was typed on. */
export function useKeptInput(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const kept = v.safeParse(keptSchema, readKeptText("kept-input"));
    if (!kept.success || (kept.output.userId === getUserId() && kept.output.path !== pathname))
      return;
    keepText("kept-input", null);
    if (kept.output.userId !== getUserId()) return;
    const inputs = listTextFields();
    for (const { intent, name, value } of kept.output.fields) {
      const field = inputs.find(
        (input) => input.name === name && readIntent(input.form) === intent,
      );
      if (!field) continue;
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }, [pathname]);
}

function readIntent(form: HTMLFormElement | null): string | null {
  return readString(form && new FormData(form).get("intent"));
}

const readString = (value: unknown) => (typeof value === "string" ? value : null);
