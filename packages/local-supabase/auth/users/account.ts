import * as v from "valibot";
import type { Queryable } from "../../database.ts";
import { writeAudit } from "../audit.ts";
import type { AuthContext } from "../context.ts";
import { AuthError, emailExists, validationFailed } from "../errors.ts";
import { jsonObject, parseEmailAddress, rejectPhone } from "../fields.ts";
import { sendEmailChange, sendNotification } from "../mail/send-emails.ts";
import { requireSecondFactor } from "../mfa/factors.ts";
import { type Flow, parseFlow, pkceFields } from "../oauth/flow-state.ts";
import { hashNewPassword } from "../passwords/new-password.ts";
import { checkPasswordStrength } from "../passwords/passwords.ts";
import type { AuthRequest } from "../request.ts";
import { parseBody } from "../request.ts";
import { type AuthenticatedSession, authenticate } from "../sessions/authenticate.ts";
import { endAllSessions, endOtherSessions, endSession } from "../sessions/sessions.ts";
import { loadUserJson } from "./user-json.ts";
import { findEmailOwner, mergeMetadata, storePassword, type User } from "./users.ts";

/** GET /user */
export async function getUser(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const { user } = await authenticate(ctx, request);
  return Response.json(await loadUserJson(ctx.sql, user));
}

const updateSchema = v.object({
  email: v.nullish(v.string(), ""),
  phone: v.nullish(v.string(), ""),
  password: v.nullish(v.string(), ""),
  nonce: v.nullish(v.string(), ""),
  data: v.nullish(jsonObject),
  app_metadata: v.nullish(jsonObject),
  ...pkceFields,
});

interface UserUpdate {
  newEmail: string | undefined;
  passwordHash: string | undefined;
  data: v.InferOutput<typeof updateSchema>["data"];
  flow: Flow;
}

/** PUT /user: changes password, email address, or user metadata. */
export async function changeUser(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const signedIn = await authenticate(ctx, request);
  ctx.rateLimiter.countRequest("user", request.get("caller").address);
  const { user } = signedIn;
  const body = await parseBody(request, updateSchema);
  rejectPhone(body.phone);
  const email = body.email ? parseEmailAddress(body.email) : "";
  const newEmail = email && email !== user.email ? email : undefined;
  if (body.password) checkPasswordStrength(body.password, ctx.settings);
  if (body.app_metadata) {
    throw new AuthError(403, "not_admin", "Updating app_metadata requires admin privileges");
  }
  if (newEmail || body.password) {
    const message = "AAL2 session is required to update email or password when MFA is enabled.";
    await requireSecondFactor(ctx.sql, signedIn.session, 401, message);
  }
  if (newEmail && (await findEmailOwner(ctx.sql, newEmail, user.id))) throw emailExists();
  const update: UserUpdate = {
    newEmail,
    passwordHash: body.password ? await hashNewPassword(ctx, signedIn, body) : undefined,
    data: body.data,
    flow: parseFlow(request, ctx.settings, body),
  };
  const account = await ctx.sql.begin(async (tx) => {
    const changed = await applyUpdate(ctx, tx, signedIn, update);
    return loadUserJson(tx, changed);
  });
  if (update.passwordHash) await sendNotification(ctx, "password_changed", user.email);
  return Response.json(account);
}

async function applyUpdate(
  ctx: AuthContext,
  tx: Queryable,
  { user, session }: AuthenticatedSession,
  update: UserUpdate,
): Promise<User> {
  let changed = user;
  if (update.passwordHash) {
    changed = await storePassword(tx, user.id, update.passwordHash);
    await endOtherSessions(tx, user.id, session.id);
    await writeAudit(tx, user, "user_updated_password");
  }
  if (update.data) changed = await mergeMetadata(tx, changed, "raw_user_meta_data", update.data);
  if (update.newEmail) {
    changed = await sendEmailChange(ctx, tx, changed, update.newEmail, update.flow);
  }
  await writeAudit(tx, user, "user_modified");
  return changed;
}

/** POST /logout?scope=global|local|others */
export async function logOut(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const scope = request.req.query("scope") || "global";
  const { user, session } = await authenticate(ctx, request);
  await writeAudit(ctx.sql, user, "logout");
  if (scope === "global") await endAllSessions(ctx.sql, user.id);
  else if (scope === "local") await endSession(ctx.sql, session.id);
  else if (scope === "others") await endOtherSessions(ctx.sql, user.id, session.id);
  else throw validationFailed(`Unsupported logout scope "${scope}"`);
  return new Response(null, { status: 204 });
}
