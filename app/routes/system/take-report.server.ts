import { responseInit } from "~/forms/refusal";
import { getPlatform } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { readJsonBody } from "~/platform/read-body.server";
import type { Route } from "./+types/csp-report";

const MAX_BODY_BYTES = 16 * 1024;

/**
 * Takes what a browser reports by itself: a small JSON body, so many a minute from one place. `log` writes
 * it down, or leaves it. Nobody reads the answer.
 */
export async function takeReport(
  { request, context }: Pick<Route.ActionArgs, "request" | "context">,
  purpose: string,
  log: (json: string, requestId: string) => void,
): Promise<Response> {
  const platform = getPlatform(context);
  const body = await readJsonBody(request, MAX_BODY_BYTES);
  if (!body.ok) return new Response(null, { status: body.status });
  const limited = await checkRateLimit(platform, { purpose });
  if (limited) return new Response(null, responseInit(limited));
  log(body.text, platform.requestId);
  return new Response(null, { status: 204 });
}
