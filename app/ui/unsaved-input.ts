type TextField = HTMLInputElement | HTMLTextAreaElement;

/** The fields that a user can type into: no script can put a file back. */
export function listTextFields(): TextField[] {
  const fields = "main input:not([type=hidden], [type=file]), main textarea";
  return [...document.querySelectorAll<TextField>(fields)];
}

/** The fields that differ from what the server rendered. Also part of the session's inline script. */
export function findUnsavedFields(): TextField[] {
  return listTextFields().filter((field) => field.value !== field.defaultValue);
}

const ask = (event: Event) => event.preventDefault();
let isAsking = false;
/** Leaves the page once its forms are answered. */
let leave: (() => void) | undefined;

/** True while forms that the page has sent are not answered. */
export function isAskingToStay(): boolean {
  return isAsking;
}

/** Asks who leaves the page to stay, because forms are not answered. Returns `stopAsking`. */
export function askToStay(): () => void {
  isAsking = true;
  addEventListener("beforeunload", ask);
  return stopAsking;
}

/** The forms are answered, or kept as a draft: calls what waits for that, unless `stay` was called. */
export function stopAsking(): void {
  isAsking = false;
  removeEventListener("beforeunload", ask);
  leave?.();
  stay();
}

/** Drops what waits in `leaveOnceAnswered`: the page shows a failure, or is being typed into. */
export function stay(): void {
  leave = undefined;
}

/** Calls `open` once the page's forms are answered. */
export function leaveOnceAnswered(open: () => void): void {
  leave = open;
  addEventListener("input", stay, { once: true });
}
