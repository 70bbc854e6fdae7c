import { readViolations } from "~/platform/csp-report.server";
import { logInfo } from "~/platform/log.server";
import { refuseReading } from "~/platform/refuse-reading.server";
import type { Route } from "./+types/csp-report";
import { takeReport } from "./take-report.server";

export const loader = refuseReading;

/** Browsers report here what the content security policy kept a page from doing. */
export function action(args: Route.ActionArgs) {
  return takeReport(args, "csp-report", (json, requestId) => {
    for (const violation of readViolations(json))
      logInfo("csp.violation", { ...violation, requestId });
  });
}
