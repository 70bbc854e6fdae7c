import { countFailingAuthFunctions, readAuthError } from "~/auth/gotrue/auth-health.server";
import { findOverLimit, readBacklog } from "~/platform/backlog.server";
import { getDatabase, getPlatform, type RequestContext } from "~/platform/context.server";

/** The backlog, and its figures over their limits, as the body of a response with `status`. */
export async function describeBacklog(context: RequestContext, isClosed: boolean) {
  const platform = getPlatform(context);
  const database = await getDatabase(context);
  const [figures, authError] = await Promise.all([readBacklog(database), readAuthError(platform)]);
  const authFunctionsFailing = await countFailingAuthFunctions(database, platform);
  const backlog = { ...figures, authError, authFunctionsFailing };
  const overLimit = findOverLimit(backlog, { isClosed });
  const isOk = overLimit.length === 0;
  const body = { status: isOk ? "ok" : "failing", version: __VERSION__, database: "ok" };
  return { status: isOk ? 200 : 503, body: { ...body, overLimit, backlog } };
}
