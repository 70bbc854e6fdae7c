/**
 * Keeps what is typed into a form with `data-keep` until a page says that it arrived. A page that is left,
 * and a connection that is lost, which leaves the browser's error page, end in an empty form otherwise.
 */
import { keepText, readKeptText } from "./kept-text";

/** Keeps what was typed into a form, with its hidden fields: a message sent twice has the same id. */
export function keepForm(target: EventTarget | null): void {
  const form = target instanceof Element && target.closest<HTMLFormElement>("form[data-keep]");
  if (!form) return;
  const fields = Array.from(new FormData(form), ([name, value]) => [name, String(value)]);
  keepText("kept-form", `${location.pathname}?${new URLSearchParams(fields)}`);
}

/**
 * Fills in the form of this page, and shows its `data-kept` note. A page with its result has the fields
 * already, some changed by the server.
 */
export function restoreForm(): void {
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
  form?.querySelector("[data-kept]")?.removeAttribute("hidden");
}
