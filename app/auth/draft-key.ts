/** Session storage: the half-written fields of the page that is shown, or of one whose session ended. */
export const DRAFT_KEY = "selvedge-draft";

/** True when this tab holds a draft. */
export function hasDraft(): boolean {
  try {
    return sessionStorage.getItem(DRAFT_KEY) !== null;
  } catch {
    return false;
  }
}

/** Forgets what was typed: it is saved, or the page was left. */
export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(DRAFT_KEY);
  } catch {
    // Storage is closed to this page, so there is nothing in it.
  }
}

/** On the document, for each restored field that is not on the page. Who can open it does so and cancels the event. */
const REOPEN_EVENT = "selvedge-reopen";

/** A field that is there only while somebody writes in it, and what was written. */
export interface ClosedField {
  readonly name: string;
  readonly value: string;
}

/** Asks the page to open a field with what was written in it; false when there is nothing that can. */
export function reopenField(field: ClosedField): boolean {
  const event = new CustomEvent(REOPEN_EVENT, { detail: field, cancelable: true });
  return !document.dispatchEvent(event);
}

/** Calls `open` for such fields, which says whether it could, until the returned function is called. */
export function onReopen(open: (field: ClosedField) => boolean): () => void {
  const listen = (event: CustomEventInit<ClosedField> & Event) => {
    if (event.detail && open(event.detail)) event.preventDefault();
  };
  document.addEventListener(REOPEN_EVENT, listen);
  return () => document.removeEventListener(REOPEN_EVENT, listen);
}
