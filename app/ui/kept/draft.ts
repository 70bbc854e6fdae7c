/** What was typed when a session had ended, kept for the same user and page. */
import * as v from "valibot";
import { findUnsavedFields, listTextFields } from "../unsaved-input";
import { keepText, readKeptText } from "./kept-text";

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

/** Keeps what is typed on this page, and what was just `sent`, except fields with a `secret` name. */
export function keepDraft(userId: string, sent: FormData | undefined, secret: RegExp): void {
  const fields = listFields(sent).filter(({ name }) => !secret.test(name));
  keepText("draft", JSON.stringify({ userId, path: window.location.pathname, fields }));
}

/** Puts the draft back into the fields of the page it was typed on; deletes another user's. */
export function restoreDraft(userId: string, pathname: string): void {
  const draft = v.safeParse(draftSchema, readKeptText("draft"));
  if (!draft.success) return;
  const { path, fields } = draft.output;
  const isSameUser = userId === draft.output.userId;
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
}

/** The fields on the page, and those of the sent form, which are default values after it has failed. */
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
