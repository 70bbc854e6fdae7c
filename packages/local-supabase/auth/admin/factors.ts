import * as v from "valibot";
import type { AuthContext } from "../context.ts";
import {
  type Factor,
  findFactor,
  listFactors,
  removeFactor,
  renameFactor,
  toFactorJson,
} from "../mfa/factors.ts";
import type { AuthRequest } from "../request.ts";
import { parseBody } from "../request.ts";
import { requireAdmin } from "../sessions/authenticate.ts";
import { findRequestedUser } from "./users.ts";

/** GET /admin/users/{id}/factors */
export async function adminListFactors(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  await requireAdmin(ctx, request);
  const user = await findRequestedUser(ctx, request);
  const factors = await listFactors(ctx.sql, user.id);
  return Response.json(factors.map(toFactorJson));
}

const renameSchema = v.object({ friendly_name: v.nullish(v.string(), "") });

/** PUT /admin/users/{id}/factors/{factor}: renames a factor. */
export async function adminUpdateFactor(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const factor = await findRequestedFactor(ctx, request);
  const { friendly_name: name } = await parseBody(request, renameSchema);
  return Response.json(toFactorJson(name ? await renameFactor(ctx.sql, factor, name) : factor));
}

/** DELETE /admin/users/{id}/factors/{factor} */
export async function adminDeleteFactor(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const factor = await findRequestedFactor(ctx, request);
  await ctx.sql.begin((tx) => removeFactor(tx, factor));
  return Response.json(toFactorJson(factor));
}

async function findRequestedFactor(ctx: AuthContext, request: AuthRequest): Promise<Factor> {
  await requireAdmin(ctx, request);
  const user = await findRequestedUser(ctx, request);
  return findFactor(ctx.sql, user.id, request.req.param("factor"));
}
