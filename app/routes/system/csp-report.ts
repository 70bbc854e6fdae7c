import { responseInit } from "~/forms/refusal";
import { getPlatform } from "~/platform/context.server";
import { readViolations } from "~/platform/csp-report.server";
import { logInfo } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { readJsonBody } from "~/platform/read-body.server";
import { refuseReading } from "~/platform/refuse-reading.server";
import type { Route } from "./+types/csp-report";

const MAX_BODY_BYTES = 16 * 1024;

export const loader = refuseReading;

/** Browsers report here what the content security policy kept a page from doing. Nobody reads the answer. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = getPlatform(context);
  const body = await readJsonBody(request, MAX_BODY_BYTES);
  if (!body.ok) return new Response(null, { status: body.status });
  const limited = await checkRateLimit(platform, { purpose: "csp-report" });
  if (limited) return new Response(null, responseInit(limited));
  for (const violation of readViolations(body.text)) {
    logInfo("csp.violation", { ...violation, requestId: platform.requestId });
  }
  return new Response(null, { status: 204 });
}
