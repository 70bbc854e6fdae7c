/**
 * What somebody is typing in the account area, kept in this tab (session storage) for as long as the page
 * shows it; if the session ends meanwhile, until the same person has signed in again. Never a password, never a
 * code, and gone at sign-out (session-script.ts).
 */

import { SECRET_FIELD } from "~/forms/secret-field";

/** Session storage: the half-written fields of the page that is shown, or of one whose session ended. */
export const DRAFT_KEY = "selvedge-draft";

/** The pages on the way back in. */
export const SIGN_IN_AREA = "/auth/";

interface Draft {
  readonly email: string;
  readonly path: string;
  /** The session ended while this was typed. */
  readonly isLeftOver: boolean;
  readonly fields: Readonly<Record<string, string>>;
}

/** Keeps what was typed into `target`, where that is a text of a form that changes something. */
export function keepTyped(
  target: EventTarget | null,
  owner: { email: string; path: string },
): void {
  if (!isText(target) || target.name === "") return;
  const known = readDraft();
  const fields = known?.path === owner.path && known.email === owner.email ? known.fields : {};
  write({ ...owner, isLeftOver: false, fields: { ...fields, [target.name]: target.value } });
}

/** Forgets what was typed: it is saved, or the page was left. */
export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(DRAFT_KEY);
  } catch {
    // Storage is closed to this page, so there is nothing in it.
  }
}

/** The session is over: what was typed waits for the same person, unless the account area was left for good. */
export function leaveDraft(path: string): void {
  const draft = readDraft();
  if (!draft) return;
  if (path.startsWith(SIGN_IN_AREA)) write({ ...draft, isLeftOver: true });
  else forgetDraft();
}

/** Puts back what was left over from before the sign-in. True when there was something to put back. */
export function restoreDraft(owner: { email: string; path: string }): boolean {
  const draft = readDraft();
  forgetDraft();
  if (!draft?.isLeftOver || draft.path !== owner.path || draft.email !== owner.email) return false;
  const fields = Array.from(document.querySelectorAll<HTMLElement>("main form [name]"));
  let isRestored = false;
  for (const [name, value] of Object.entries(draft.fields)) {
    const field = fields.filter(isText).find((each) => each.name === name);
    if (!field || field.value === value) continue;
    field.value = value;
    isRestored = true;
  }
  if (isRestored) write({ ...draft, isLeftOver: false });
  return isRestored;
}

/** A visible field of a form that is posted, with nothing secret in it. */
function isText(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  const isField =
    (target instanceof HTMLInputElement && /^(text|email)$/.test(target.type)) ||
    target instanceof HTMLTextAreaElement;
  return isField && target.form?.method === "post" && !SECRET_FIELD.test(target.name);
}

function readDraft(): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(DRAFT_KEY) ?? "null");
    return isDraft(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** An older version of the site may have left something else. */
function isDraft(kept: unknown): kept is Draft {
  return (
    typeof kept === "object" &&
    kept !== null &&
    "email" in kept &&
    "path" in kept &&
    "isLeftOver" in kept &&
    "fields" in kept &&
    typeof kept.fields === "object" &&
    kept.fields !== null
  );
}

function write(draft: Draft): void {
  try {
    sessionStorage.setItem(DRAFT_KEY, JSON.stringify(draft));
  } catch {
    // Storage is full, or closed to this page: then nothing is kept.
  }
}
