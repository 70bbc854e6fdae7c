const PARENT_POLL_MS = 1_000;

/**
 * Resolves on SIGINT, SIGTERM or SIGHUP, or when the parent process ends: npm signals only its shell, which
 * does not forward the signal.
 */
export function waitForStopSignal(): Promise<"stop"> {
  return new Promise((resolve) => {
    const stop = () => resolve("stop");
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && stop(), PARENT_POLL_MS).unref();
  });
}
