import { getDatabase, getPlatform, type RequestContext } from "~/platform/context.server";
import { sha256Hex } from "~/platform/digest.server";
import { logError } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import type { Route } from "./+types/readyz";
import type { Backlog } from "./backlog.server";

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
  if (authorization !== null && !isOperator) {
    return Response.json({ status: "unauthorized" }, { status: 401, headers: HEADERS });
  }
  const limited = isOperator ? undefined : await checkRateLimit(platform, { purpose: "readyz" });
  if (limited) {
    return Response.json({ status: "limited" }, { status: limited.status, headers: HEADERS });
  }
  try {
    if (isOperator) return describeBacklog(await readBacklogCached(context));
    await (await getDatabase(context)).execute("select 1");
    const body = { status: "ok", version: __VERSION__, database: "ok" };
    return Response.json(body, { headers: HEADERS });
  } catch (error) {
    logError("readyz.failed", error, { requestId: platform.requestId });
    const body = { status: "unavailable", version: __VERSION__, database: "unreachable" };
    return Response.json(body, { status: 503, headers: HEADERS });
  }
}

async function describeBacklog(backlog: Backlog): Promise<Response> {
  const { findOverLimit } = await import("./backlog.server");
  const overLimit = findOverLimit(backlog);
  const isOk = overLimit.length === 0;
  const body = { status: isOk ? "ok" : "failing", version: __VERSION__, database: "ok" };
  const init = { status: isOk ? 200 : 503, headers: HEADERS };
  return Response.json({ ...body, overLimit, backlog }, init);
}

/** Compares hashes, so that timing reveals nothing about the token. */
async function isOperatorToken(
  authorization: string | null,
  token: string | undefined,
): Promise<boolean> {
  const bearer = /^Bearer (\S+)$/.exec(authorization ?? "")?.[1];
  if (!bearer || !token) return false;
  return (await sha256Hex(bearer)) === (await sha256Hex(token));
}

const BACKLOG_TTL_MS = 10_000;
let cachedBacklog: { readonly at: number; readonly backlog: Backlog } | undefined;

/** Reads the backlog at most once per `BACKLOG_TTL_MS`, however many monitors poll. */
async function readBacklogCached(context: RequestContext): Promise<Backlog> {
  if (cachedBacklog && Date.now() - cachedBacklog.at < BACKLOG_TTL_MS) return cachedBacklog.backlog;
  const { readAuthError, readBacklog } = await import("./backlog.server");
  const [figures, authError] = await Promise.all([
    getDatabase(context).then(readBacklog),
    readAuthError(getPlatform(context)),
  ]);
  const backlog = { ...figures, authError };
  cachedBacklog = { at: Date.now(), backlog };
  return backlog;
}
