import type { AuthContext } from "../context.ts";
import { findFactor, listFactors, removeFactor, toFactorJson } from "../mfa/factors.ts";
import type { AuthRequest } from "../request.ts";
import { findRequestedUser } from "./users.ts";

/** GET /admin/users/{id}/factors */
export async function adminListFactors(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const user = await findRequestedUser(ctx, request);
  const factors = await listFactors(ctx.sql, user.id);
  return Response.json(factors.map(toFactorJson));
}

/** DELETE /admin/users/{id}/factors/{factor} */
export async function adminDeleteFactor(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const user = await findRequestedUser(ctx, request);
  const factor = await findFactor(ctx.sql, user.id, request.req.param("factor"));
  await ctx.sql.begin((tx) => removeFactor(tx, factor));
  return Response.json(toFactorJson(factor));
}
