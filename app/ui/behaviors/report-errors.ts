/**
 * Tells the server (`/error-report`) what broke in this page's scripts: what was thrown and where, at most three
 * times, for a script that breaks may do so at every turn. React hands what it caught to `reportError`.
 */
export function listenForErrors(): void {
  let left = 3;
  const report = (thrown: unknown, place = "") => {
    if (left <= 0) return;
    left -= 1;
    const isError = thrown instanceof Error;
    const body = JSON.stringify({
      page: location.pathname,
      name: isError ? thrown.name : "",
      message: (isError ? thrown.message : String(thrown)).slice(0, 300),
      stack: ((isError && thrown.stack) || place).slice(0, 4_000),
    });
    navigator.sendBeacon("/error-report", new Blob([body], { type: "application/json" }));
  };
  addEventListener("error", ({ error, message, filename, lineno, colno }) =>
    report(error ?? message, `${filename}:${lineno}:${colno}`),
  );
  addEventListener("unhandledrejection", (event: PromiseRejectionEvent) => report(event.reason));
}
