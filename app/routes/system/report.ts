import { methodNotAllowed } from "~/http/api-response.server";
import { readJsonBody } from "~/http/read-body.server";
import { parseBrowserError, parseCspReport } from "~/platform/browser-reports.server";
import { getPlatform } from "~/platform/context.server";
import { logError, logInfo } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import type { Route } from "./+types/report";

const MAX_BODY_BYTES = 16 * 1024;

export const loader = methodNotAllowed;

/**
 * Logs CSP violations, sent to /csp-report, and script errors, sent to /error-report. Ignores invalid
 * reports.
 */
export async function action({ request, context, url }: Route.ActionArgs) {
  const platform = getPlatform(context);
  const body = await readJsonBody(request, MAX_BODY_BYTES);
  if (!body.ok) return new Response(null, { status: body.error.status });
  const [, purpose = ""] = url.pathname.split("/");
  const limited = await checkRateLimit(platform, { purpose });
  if (limited) return new Response(null, { status: limited.status });
  const { requestId } = platform;
  if (purpose === "csp-report") {
    const violation = parseCspReport(body.value);
    if (violation) logInfo("csp.violation", { ...violation, requestId });
  } else {
    const report = parseBrowserError(body.value, new URL(request.url).host);
    if (report) logError("browser.error", report.error, { requestId, page: report.page });
  }
  return new Response(null, { status: 204 });
}
