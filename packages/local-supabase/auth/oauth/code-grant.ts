import * as v from "valibot";
import { writeAudit } from "../audit.ts";
import type { AuthContext } from "../context.ts";
import { AuthError, validationFailed } from "../errors.ts";
import type { AuthRequest } from "../request.ts";
import { getClientInfo, parseBody } from "../request.ts";
import { startSession } from "../sessions/sessions.ts";
import { findUserById, type User } from "../users/users.ts";
import { deleteFlowState, type FlowState, isFlowExpired, matchesVerifier } from "./flow-state.ts";

const bodySchema = v.object({
  auth_code: v.nullish(v.string(), ""),
  code_verifier: v.nullish(v.string(), ""),
});

/** POST /token?grant_type=pkce: exchanges a single-use code for a session. */
export async function exchangeCode(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const body = await parseBody(request, bodySchema);
  if (!body.auth_code || !body.code_verifier) {
    throw validationFailed("invalid request: both auth code and code verifier should be non-empty");
  }
  const { flow, user } = await findFlow(ctx, body.auth_code);
  if (isFlowExpired(flow)) {
    const message = "invalid flow state, flow state has expired";
    throw new AuthError(422, "flow_state_expired", message);
  }
  if (!matchesVerifier(flow, body.code_verifier)) {
    const message = "code challenge does not match previously saved code verifier";
    throw new AuthError(400, "bad_code_verifier", message);
  }
  const device = getClientInfo(request);
  const tokens = await ctx.sql.begin(async (tx) => {
    if (!(await deleteFlowState(tx, flow.id))) throw flowNotFound();
    await writeAudit(tx, user, "login", { provider_type: flow.provider_type });
    return startSession(ctx, tx, user, flow.authentication_method, device);
  });
  return Response.json({
    ...tokens,
    provider_token: flow.provider_access_token ?? undefined,
    provider_refresh_token: flow.provider_refresh_token ?? undefined,
  });
}

async function findFlow(ctx: AuthContext, code: string): Promise<{ flow: FlowState; user: User }> {
  const [flow] = await ctx.sql<FlowState[]>`
    select * from auth.flow_state where auth_code = ${code}`;
  const user = flow?.user_id ? await findUserById(ctx.sql, flow.user_id) : undefined;
  if (!flow || !user) throw flowNotFound();
  return { flow, user };
}

function flowNotFound(): AuthError {
  const message = "invalid flow state, no valid flow state found";
  return new AuthError(404, "flow_state_not_found", message);
}
