import * as v from "valibot";
import { findRequestedUser } from "../admin/users.ts";
import { type Actor, ADMIN, writeAudit } from "../audit.ts";
import type { AuthContext } from "../context.ts";
import { validationFailed } from "../errors.ts";
import type { AuthRequest } from "../request.ts";
import { parseBody } from "../request.ts";
import { authenticate } from "../sessions/authenticate.ts";
import { expectSingleRow } from "../users/users.ts";
import { findPasskey, listPasskeys, type Passkey, toPasskeyJson } from "./credentials.ts";
import { requirePasskeyManager } from "./registration.ts";

/** GET /passkeys */
export async function getPasskeys(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const { user } = await authenticate(ctx, request);
  return Response.json((await listPasskeys(ctx.sql, user.id)).map(toPasskeyJson));
}

const MAX_NAME_BYTES = 120;
const renameSchema = v.object({ friendly_name: v.nullish(v.string(), "") });

/** PATCH /passkeys/{id}: renames a passkey. */
export async function renamePasskey(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const { user } = await authenticate(ctx, request);
  const { friendly_name: name } = await parseBody(request, renameSchema);
  if (!name) throw validationFailed("friendly_name is required");
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) {
    throw validationFailed("friendly_name must be 120 characters or less");
  }
  const { id } = await findPasskey(ctx.sql, user.id, request.req.param("id"));
  const passkey = await ctx.sql.begin(async (tx) => {
    const rows = await tx<Passkey[]>`
      update auth.webauthn_credentials set friendly_name = ${name}, updated_at = now()
      where id = ${id} returning *`;
    await writeAudit(tx, user, "passkey_updated", { passkey_id: id });
    return expectSingleRow(rows);
  });
  return Response.json(toPasskeyJson(passkey));
}

/** DELETE /passkeys/{id} */
export async function deletePasskey(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const { user, session } = await authenticate(ctx, request);
  await requirePasskeyManager(ctx, session);
  return removePasskey(ctx, user, await findPasskey(ctx.sql, user.id, request.req.param("id")));
}

/** GET /admin/users/{id}/passkeys */
export async function adminListPasskeys(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const user = await findRequestedUser(ctx, request);
  return Response.json((await listPasskeys(ctx.sql, user.id)).map(toPasskeyJson));
}

/** DELETE /admin/users/{id}/passkeys/{passkey} */
export async function adminDeletePasskey(
  ctx: AuthContext,
  request: AuthRequest,
): Promise<Response> {
  const user = await findRequestedUser(ctx, request);
  const passkey = await findPasskey(ctx.sql, user.id, request.req.param("passkey"));
  return removePasskey(ctx, ADMIN, passkey, { user_id: user.id });
}

/** Sessions that started with the passkey remain, as in GoTrue. */
async function removePasskey(
  ctx: AuthContext,
  actor: Actor,
  { id }: Passkey,
  traits = {},
): Promise<Response> {
  await ctx.sql.begin(async (tx) => {
    await tx`delete from auth.webauthn_credentials where id = ${id}`;
    await writeAudit(tx, actor, "passkey_deleted", { ...traits, passkey_id: id });
  });
  return new Response(null, { status: 204 });
}
