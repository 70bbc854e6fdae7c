/** Sends a report to `path` (`app/routes/system/report.ts`), even while the page unloads. */
export function sendReport(path: string, report: object): void {
  navigator.sendBeacon(path, new Blob([JSON.stringify(report)], { type: "application/json" }));
}

/**
 * Reports uncaught errors to `/error-report`, at most three per page. Errors caught by React arrive through
 * `reportError`.
 */
export function listenForErrors(): void {
  let remaining = 3;
  const report = (thrown: unknown, source = "") => {
    if (remaining <= 0) return;
    remaining -= 1;
    const isError = thrown instanceof Error;
    sendReport("/error-report", {
      page: location.pathname,
      name: isError ? thrown.name : "",
      message: (isError ? thrown.message : String(thrown)).slice(0, 300),
      stack: ((isError && thrown.stack) || source).slice(0, 4_000),
    });
  };
  addEventListener("error", ({ error, message, filename, lineno, colno }) => {
    if (!isTranslated(message)) report(error ?? message, `${filename}:${lineno}:${colno}`);
  });
  addEventListener("unhandledrejection", (event: PromiseRejectionEvent) => {
    const { reason } = event;
    if (isInterruption(reason)) event.preventDefault();
    else report(reason);
  });
}

/** React's hydration error, from a page that a translator changed first: it wraps text in `font` elements. */
function isTranslated(message: string): boolean {
  return /#418|Hydration failed/.test(message) && document.querySelector("font") !== null;
}

/** The next click or a hidden tab skipped a view transition, or aborted a request. */
function isInterruption(reason: unknown): boolean {
  if (!(reason instanceof DOMException)) return false;
  return reason.name === "AbortError" || /transition/i.test(reason.message);
}
