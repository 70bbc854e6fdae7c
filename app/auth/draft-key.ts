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
