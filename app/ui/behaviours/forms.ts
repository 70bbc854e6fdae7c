/**
 * Forms on pages without React: the browser posts them and the answer is a new page. Here the button is
 * kept from being pressed twice meanwhile, and the answer is brought into view.
 */
export function listenForForms(): void {
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || isReactHere()) return;
    const { submitter } = event;
    if (!(submitter instanceof HTMLButtonElement)) return;
    // After the browser has read the form: a disabled button is not part of what is sent.
    setTimeout(() => markPending(submitter, true));
  });

  // The page may come back from the browser's memory as it was left: busy.
  addEventListener("pageshow", () => {
    for (const button of document.querySelectorAll<HTMLButtonElement>("button[aria-busy]")) {
      if (!isReactHere()) markPending(button, false);
    }
  });

  if (!isReactHere()) showAnswer();
}

function markPending(button: HTMLButtonElement, isPending: boolean): void {
  button.disabled = isPending;
  if (isPending) button.ariaBusy = "true";
  else button.ariaBusy = null;
}

/** The first field that is wrong gets the focus; otherwise what the page says comes into view. */
function showAnswer(): void {
  const invalid = document.querySelector<HTMLElement>('main [aria-invalid="true"]');
  if (invalid) invalid.focus();
  else document.querySelector("main [data-alert]")?.scrollIntoView({ block: "nearest" });
}

function isReactHere(): boolean {
  return document.documentElement.dataset.hydrated === "true";
}
