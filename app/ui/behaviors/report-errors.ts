import { sendBeacon } from "../browser-features";

/**
 * Reports uncaught errors to `/error-report`, at most three per page. React's arrive through `reportError`.
 */
export function listenForErrors(): void {
  let remaining = 3;
  const report = (thrown: unknown, source = "") => {
    if (remaining <= 0) return;
    remaining -= 1;
    const isError = thrown instanceof Error;
    sendBeacon("/error-report", {
      page: location.pathname,
      name: isError ? thrown.name : "",
      message: (isError ? thrown.message : String(thrown)).slice(0, 300),
      stack: ((isError && thrown.stack) || source).slice(0, 4_000),
    });
  };
  addEventListener("error", ({ error, message, filename, lineno, colno }) => {
    if (isTranslated(message) || isCircumstance(error)) return;
    report(error ?? message, `${filename}:${lineno}:${colno}`);
  });
  addEventListener("unhandledrejection", (event: PromiseRejectionEvent) => {
    const { reason } = event;
    if (isCircumstance(reason)) event.preventDefault();
    else report(reason);
  });
}

/** React's hydration error, from a page that a translator changed first: it wraps text in `font` elements. */
function isTranslated(message: string): boolean {
  return /#418|Hydration failed/.test(message) && document.querySelector("font") !== null;
}

/** A lost connection: Chromium, Firefox and Safari, each for a request and a response that ends early. */
const NETWORK_ERROR =
  /^(Failed to fetch|network error|NetworkError when .*|Error in input stream|Load failed|The network connection was lost\.|cancelled)$/;

/**
 * Not an error of ours: the next click or a hidden tab skipped a view transition or aborted a request, the
 * network failed, or storage is blocked, which React Router's own script asks for.
 */
function isCircumstance(thrown: unknown): boolean {
  if (thrown instanceof TypeError) return NETWORK_ERROR.test(thrown.message);
  if (!(thrown instanceof DOMException)) return false;
  return /^(Abort|Security)Error$/.test(thrown.name) || /transition/i.test(thrown.message);
}
