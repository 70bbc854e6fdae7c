import * as v from "valibot";
import { parseDuration } from "../../config/duration.ts";
import type { Queryable } from "../../database.ts";
import { writeAdminAudit } from "../audit.ts";
import type { AuthContext } from "../context.ts";
import { AuthError, emailExists, userNotFound, validationFailed } from "../errors.ts";
import { jsonObject, parseEmailAddress, rejectPhone, uuid } from "../fields.ts";
import {
  checkPasswordStrength,
  generateRandomPassword,
  hashPassword,
} from "../passwords/passwords.ts";
import type { AuthRequest } from "../request.ts";
import { parseBody } from "../request.ts";
import { endAllSessions } from "../sessions/sessions.ts";
import { emailIdentityData, insertIdentity, setEmailIdentity } from "../users/identities.ts";
import { loadUserJson } from "../users/user-json.ts";
import {
  confirmUser,
  createUser,
  findEmailOwner,
  findUserById,
  mergeMetadata,
  storePassword,
  type User,
  updateUser,
} from "../users/users.ts";

const userSchema = v.object({
  id: v.nullish(v.string()),
  email: v.nullish(v.string(), ""),
  phone: v.nullish(v.string(), ""),
  password: v.nullish(v.string(), ""),
  role: v.nullish(v.string(), ""),
  email_confirm: v.nullish(v.boolean(), false),
  user_metadata: v.nullish(jsonObject),
  app_metadata: v.nullish(jsonObject),
  ban_duration: v.nullish(v.string(), ""),
});
type UserBody = v.InferOutput<typeof userSchema>;

/** POST /admin/users */
export async function adminCreateUser(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const body = await parseBody(request, userSchema);
  rejectPhone(body.phone);
  if (!body.email) throw validationFailed("Cannot create a user without either an email or phone");
  if (body.id && !v.is(uuid, body.id))
    throw validationFailed("ID must conform to the uuid v4 format");
  const email = parseEmailAddress(body.email);
  if (await findEmailOwner(ctx.sql, email)) throw emailExists();
  const bannedUntil = parseBanDuration(body.ban_duration);
  const passwordHash = await hashPassword(ctx.sql, body.password || generateRandomPassword());
  const account = await ctx.sql.begin(async (tx) => {
    const metadata = body.user_metadata ?? {};
    const id = body.id ?? crypto.randomUUID();
    const user = await createUser(tx, { id, email, passwordHash, provider: "email", metadata });
    await insertIdentity(tx, user.id, "email", emailIdentityData(user, false));
    const changes = { ...body, user_metadata: null };
    const created = await applyAdminFields(tx, user, changes, bannedUntil);
    await writeAdminAudit(tx, created, "user_signedup");
    return loadUserJson(tx, created);
  });
  return Response.json(account);
}

/** PUT /admin/users/{id} */
export async function adminUpdateUser(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const user = await findRequestedUser(ctx, request);
  const body = await parseBody(request, userSchema);
  rejectPhone(body.phone);
  const email = body.email ? parseEmailAddress(body.email) : undefined;
  if (email && (await findEmailOwner(ctx.sql, email, user.id))) throw emailExists();
  const bannedUntil = parseBanDuration(body.ban_duration);
  if (body.password) checkPasswordStrength(body.password, ctx.settings);
  const passwordHash = body.password && (await hashPassword(ctx.sql, body.password));
  const account = await ctx.sql.begin(async (tx) => {
    if (passwordHash) {
      await storePassword(tx, user.id, passwordHash);
      await endAllSessions(tx, user.id);
    }
    if (email) {
      await setEmailIdentity(tx, user.id, email, body.email_confirm);
      await updateUser(tx, user.id, { email });
    }
    const changed = await applyAdminFields(tx, user, body, bannedUntil);
    await writeAdminAudit(tx, changed, "user_modified");
    return loadUserJson(tx, changed);
  });
  return Response.json(account);
}

/** GET /admin/users/{id} */
export async function adminGetUser(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  return Response.json(await loadUserJson(ctx.sql, await findRequestedUser(ctx, request)));
}

/** DELETE /admin/users/{id}: cascades to sessions, identities, and the app's rows. */
export async function adminDeleteUser(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const user = await findRequestedUser(ctx, request);
  await ctx.sql.begin(async (tx) => {
    await writeAdminAudit(tx, user, "user_deleted");
    await tx`delete from auth.users where id = ${user.id}`;
  });
  return Response.json({});
}

/** The end of a ban such as "24h"; null for "none", undefined when empty. Throws GoTrue's 400. */
function parseBanDuration(duration: string): Date | null | undefined {
  if (duration === "") return undefined;
  if (duration === "none") return null;
  try {
    return new Date(Date.now() + parseDuration(duration) * 1000);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw validationFailed(`invalid format for ban duration: ${error.message}`);
  }
}

async function applyAdminFields(
  tx: Queryable,
  user: User,
  body: UserBody,
  bannedUntil: Date | null | undefined,
): Promise<User> {
  let changed = (await findUserById(tx, user.id)) ?? user;
  if (bannedUntil !== undefined) {
    changed = await updateUser(tx, user.id, { banned_until: bannedUntil });
  }
  if (body.role) changed = await updateUser(tx, user.id, { role: body.role });
  if (body.email_confirm) changed = await confirmUser(tx, changed);
  if (body.app_metadata) {
    changed = await mergeMetadata(tx, changed, "raw_app_meta_data", body.app_metadata);
  }
  if (body.user_metadata) {
    changed = await mergeMetadata(tx, changed, "raw_user_meta_data", body.user_metadata);
  }
  return changed;
}

/** The user in an admin request's path. Throws 404. */
export async function findRequestedUser(ctx: AuthContext, request: AuthRequest): Promise<User> {
  const id = request.req.param("id");
  if (!v.is(uuid, id)) {
    throw new AuthError(404, "validation_failed", "user_id must be an UUID");
  }
  const user = await findUserById(ctx.sql, id);
  if (!user) throw userNotFound();
  return user;
}
