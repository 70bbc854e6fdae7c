/**
 * Keeps what a form with `data-keep` sent until a page says that it arrived. A connection that is lost leaves
 * the browser's error page in place of the form, which browsers then show empty.
 */
import { keepText, readKeptText } from "../kept-text";

/** Keeps the text of `form`, and its hidden fields: a message sent twice has the same id. */
export function keepSentForm(form: HTMLFormElement): void {
  const fields = Array.from(new FormData(form), ([name, value]) => [name, String(value)]);
  keepText("kept-form", `${location.pathname}?${new URLSearchParams(fields)}`);
}

/** Fills in the form of this page. A page with its result has the fields already, some changed by the server. */
export function restoreSentForm(): void {
  const [path, query] = readKeptText("kept-form")?.split("?") ?? [];
  if (path !== location.pathname) return;
  const result = "main :is([role=status], [role=alert], [aria-invalid=true])";
  if (document.querySelector(result)) {
    keepText("kept-form", null);
    return;
  }
  const form = document.querySelector<HTMLFormElement>("main form[data-keep]");
  for (const [name, value] of new URLSearchParams(query)) {
    const field = form?.elements.namedItem(name);
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    if (isText) field.value = value;
  }
}
