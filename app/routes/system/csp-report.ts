import { getPlatform } from "~/platform/context.server";
import { readViolations } from "~/platform/csp-report.server";
import { logInfo } from "~/platform/log.server";
import { isRateLimited } from "~/platform/rate-limit.server";
import { readJsonBody } from "~/platform/read-body.server";
import type { Route } from "./+types/csp-report";

const MAX_BODY_BYTES = 16 * 1024;

/** Browsers report here what the content security policy kept a page from doing. Nobody reads the answer. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = getPlatform(context);
  const body = await readJsonBody(request, MAX_BODY_BYTES);
  if (!body.ok) return new Response(null, { status: body.status });
  if (await isRateLimited(platform, { purpose: "csp-report", request })) {
    return new Response(null, { status: 429, headers: { "Retry-After": "60" } });
  }
  for (const violation of readViolations(body.text)) {
    logInfo("csp.violation", { ...violation, requestId: platform.requestId });
  }
  return new Response(null, { status: 204 });
}
