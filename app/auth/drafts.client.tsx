/**
 * What somebody is typing in the account area, kept in this tab (session storage) for as long as the page
 * shows it; if the session ends meanwhile, until the same person has signed in again. Never a password, never a
 * code, and gone at sign-out (session-script.ts).
 */
import { SECRET_FIELD } from "~/forms/secret-field";
import { Button } from "~/ui/button";
import { Toast, ToastPlace } from "~/ui/toast";
import { DRAFT_KEY, forgetDraft } from "./draft-key";

/** The pages on the way back in. */
const SIGN_IN_AREA = "/auth/";

interface Draft {
  readonly email: string;
  readonly path: string;
  /** The session ended while this was typed. */
  readonly isLeftOver: boolean;
  readonly fields: Readonly<Record<string, string>>;
}

/** Keeps `value`, which was typed into `target`, where that is a text of a form that changes something. */
export function keepTyped(
  target: HTMLInputElement | HTMLTextAreaElement,
  value: string,
  owner: { email: string; path: string },
): void {
  if (!isText(target) || target.name === "" || owner.path.startsWith(SIGN_IN_AREA)) return;
  const known = readDraft();
  const fields = known?.path === owner.path && known.email === owner.email ? known.fields : {};
  write({ ...owner, isLeftOver: false, fields: { ...fields, [target.name]: value } });
}

/**
 * Decides about a draft when a page is shown to `email` ("" for a guest). On the way back in it waits, elsewhere a
 * guest's is forgotten. Its owner's is put back into the page it belongs to: true when something was.
 */
export function settleDraft({ email, path }: { email: string; path: string }): boolean {
  const draft = readDraft();
  if (draft && path.startsWith(SIGN_IN_AREA)) {
    write({ ...draft, isLeftOver: true });
    return false;
  }
  forgetDraft();
  if (!draft?.isLeftOver || draft.path !== path || draft.email !== email) return false;
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

/** Says that a form holds what was typed before the session ended. */
export function RestoredNote({ onSettled }: { onSettled: () => void }) {
  return (
    <ToastPlace>
      <Toast onTimeUp={onSettled}>
        <p>What you typed before signing in is back. It is not saved yet.</p>
        <Button type="button" variant="quiet" onClick={onSettled}>
          Dismiss
        </Button>
      </Toast>
    </ToastPlace>
  );
}
