import { getDatabase, getPlatform } from "~/platform/context.server";
import { isSameSecret } from "~/platform/digest.server";
import { logError, logRejected } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import type { Route } from "./+types/readyz";

const HEADERS = { "Cache-Control": "no-store" };

/**
 * Readiness: runs one database query; 503 if it fails. With the operator's token (`Authorization: Bearer`)
 * the response includes the backlog, and is 503 while a figure is over its limit. 401 with any other
 * authorization, so that a monitor whose token was rotated does not see "ok".
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const platform = getPlatform(context);
  const authorization = request.headers.get("Authorization");
  const isOperator = await isOperatorToken(authorization, platform.config.operatorToken);
  const limited = isOperator ? undefined : await checkRateLimit(platform, { purpose: "readyz" });
  if (limited) {
    return Response.json({ status: "limited" }, { status: limited.status, headers: HEADERS });
  }
  if (authorization !== null && !isOperator) {
    await logRejected(platform, { purpose: "readyz", reason: "wrong-token" });
    return Response.json({ status: "unauthorized" }, { status: 401, headers: HEADERS });
  }
  try {
    // The header is from workers/closed.ts.
    if (isOperator) {
      const { describeBacklog } = await import("./describe-backlog.server");
      const isClosed = request.headers.has("X-Maintenance");
      const { status, body } = await describeBacklog(context, isClosed);
      return Response.json(body, { status, headers: HEADERS });
    }
    await (await getDatabase(context)).execute("select 1");
    const body = { status: "ok", version: __VERSION__, database: "ok" };
    return Response.json(body, { headers: HEADERS });
  } catch (error) {
    logError("readyz.failed", error, { requestId: platform.requestId });
    const body = { status: "unavailable", version: __VERSION__, database: "unreachable" };
    return Response.json(body, { status: 503, headers: HEADERS });
  }
}

async function isOperatorToken(authorization: string | null, token: string | undefined) {
  // The scheme's name has no case (RFC 9110, 11.1).
  const bearer = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  return bearer && token ? isSameSecret(bearer, token) : false;
}
