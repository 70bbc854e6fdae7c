/**
 * Forms on pages without React: the browser posts them and the answer is a new page. Here the button is
 * kept from being pressed twice meanwhile, and the answer is brought into view.
 */
export function listenForForms(): void {
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || isHydrated()) return;
    const { submitter } = event;
    if (!(submitter instanceof HTMLButtonElement)) return;
    if (submitter.ariaBusy) event.preventDefault();
    else markPending(submitter, "true");
  });

  // The page may come back from the browser's memory as it was left: busy.
  addEventListener("pageshow", () => {
    for (const button of document.querySelectorAll<HTMLButtonElement>("button[aria-busy]")) {
      if (!isHydrated()) markPending(button, null);
    }
  });

  if (!isHydrated()) focusResult();
}

/** Not disabled, which would drop the focus from it. */
function markPending(button: HTMLButtonElement, isPending: "true" | null): void {
  button.ariaDisabled = isPending;
  button.ariaBusy = isPending;
}

/** The first field that is wrong gets the focus; otherwise what the page says. */
function focusResult(): void {
  const answer =
    document.querySelector<HTMLElement>('main [aria-invalid="true"]') ??
    document.querySelector<HTMLElement>("main [data-alert]");
  answer?.focus({ preventScroll: true });
  answer?.scrollIntoView({ block: "nearest" });
}

function isHydrated(): boolean {
  return document.documentElement.dataset.hydrated === "true";
}
