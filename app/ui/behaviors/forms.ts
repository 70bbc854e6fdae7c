/**
 * Forms on pages without React: prevents double submits, and focuses the result on the page that the browser
 * loads in response.
 */
export function listenForFormSubmits(): void {
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || isHydrated()) return;
    const { submitter } = event;
    if (!(submitter instanceof HTMLButtonElement)) return;
    if (submitter.ariaBusy) event.preventDefault();
    else markPending(submitter, "true");
  });

  // The back/forward cache restores the page with a busy button.
  addEventListener("pageshow", () => {
    for (const button of document.querySelectorAll<HTMLButtonElement>("button[aria-busy]")) {
      if (!isHydrated()) markPending(button, null);
    }
  });

  if (!isHydrated()) focusResult();
}

/** Not `disabled`, which would remove the focus. */
function markPending(button: HTMLButtonElement, isPending: "true" | null): void {
  button.ariaDisabled = isPending;
  button.ariaBusy = isPending;
}

/** Focuses the first invalid field, or else the alert. */
function focusResult(): void {
  const target =
    document.querySelector<HTMLElement>('main [aria-invalid="true"]') ??
    document.querySelector<HTMLElement>("main [data-alert]");
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: "nearest" });
}

function isHydrated(): boolean {
  return document.documentElement.dataset.hydrated === "true";
}
