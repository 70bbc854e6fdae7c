import * as v from "valibot";
import { readUser } from "./admin.ts";
import { requireAdmin } from "./authenticate.ts";
import type { AuthContext } from "./context.ts";
import {
  type Factor,
  factorJson,
  findFactor,
  listFactors,
  removeFactor,
  renameFactor,
} from "./factors.ts";
import type { AuthRequest } from "./request.ts";
import { readBody } from "./request.ts";

/** GET /admin/users/{id}/factors */
export async function adminListFactors(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  await requireAdmin(ctx, request);
  const user = await readUser(ctx, request);
  const factors = await listFactors(ctx.sql, user.id);
  return Response.json(factors.map(factorJson));
}

const renameSchema = v.object({ friendly_name: v.nullish(v.string(), "") });

/** PUT /admin/users/{id}/factors/{factor}: the only way to rename one. */
export async function adminUpdateFactor(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const factor = await readUserFactor(ctx, request);
  const { friendly_name: name } = await readBody(request, renameSchema);
  return Response.json(factorJson(name ? await renameFactor(ctx.sql, factor, name) : factor));
}

/** DELETE /admin/users/{id}/factors/{factor}: what an operator does for a lost device. */
export async function adminDeleteFactor(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const factor = await readUserFactor(ctx, request);
  await ctx.sql.begin((tx) => removeFactor(tx, factor));
  return Response.json(factorJson(factor));
}

async function readUserFactor(ctx: AuthContext, request: AuthRequest): Promise<Factor> {
  await requireAdmin(ctx, request);
  const user = await readUser(ctx, request);
  return findFactor(ctx.sql, user.id, request.req.param("factor"));
}
