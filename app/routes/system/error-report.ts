import { readBrowserError } from "~/platform/error-report.server";
import { logError } from "~/platform/log.server";
import { refuseReading } from "~/platform/refuse-reading.server";
import type { Route } from "./+types/error-report";
import { takeReport } from "./take-report.server";

export const loader = refuseReading;

/** Pages report here which of their scripts broke. */
export function action(args: Route.ActionArgs) {
  const { host } = new URL(args.request.url);
  return takeReport(args, "error-report", (json, requestId) => {
    const report = readBrowserError(json, host);
    if (report) logError("browser.error", report.error, { requestId, page: report.page });
  });
}
