/** Sends a report to `path` (`app/routes/system/report.ts`), even while the page unloads. */
export function sendReport(path: string, report: object): void {
  navigator.sendBeacon(path, new Blob([JSON.stringify(report)], { type: "application/json" }));
}
