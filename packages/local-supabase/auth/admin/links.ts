import * as v from "valibot";
import type { Queryable } from "../../database.ts";
import { writeAdminAudit, writeAudit } from "../audit.ts";
import type { AuthContext } from "../context.ts";
import { AuthError, emailExists, validationFailed } from "../errors.ts";
import { metadataField, parseEmailAddress } from "../fields.ts";
import { createOneTimeToken, type OneTimeToken } from "../links/one-time-tokens.ts";
import { verifyUrl } from "../mail/mailer.ts";
import { sendToken, storeToken } from "../mail/send-emails.ts";
import {
  checkPasswordStrength,
  generateRandomPassword,
  hashPassword,
} from "../passwords/passwords.ts";
import { isAllowedRedirect, resolveRedirect } from "../redirects.ts";
import type { AuthRequest } from "../request.ts";
import { parseBody } from "../request.ts";
import { emailIdentityData, insertIdentity } from "../users/identities.ts";
import { loadUserJson } from "../users/user-json.ts";
import {
  createUser,
  findEmailOwner,
  findUserByEmail,
  type User,
  updateUser,
} from "../users/users.ts";

const inviteSchema = v.object({ email: v.nullish(v.string(), ""), data: metadataField });

/** POST /invite: creates an account without a password and emails an invite. */
export async function invite(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const body = await parseBody(request, inviteSchema);
  const email = parseEmailAddress(body.email);
  const known = await findUserByEmail(ctx.sql, email);
  if (known?.email_confirmed_at) throw emailExists();
  const flow = { redirect: resolveRedirect(request, ctx.settings), challenge: undefined };
  const account = await ctx.sql.begin(async (tx) => {
    const user = known ?? (await createWithIdentity(tx, email, null, body.data));
    await writeAdminAudit(tx, user, "user_invited");
    return loadUserJson(tx, await sendToken(ctx, tx, user, "invite", flow));
  });
  return Response.json(account);
}

const linkTypes = [
  "signup",
  "invite",
  "magiclink",
  "recovery",
  "email_change_current",
  "email_change_new",
] as const;

const linkSchema = v.object({
  type: v.nullish(v.string(), ""),
  email: v.nullish(v.string(), ""),
  new_email: v.nullish(v.string(), ""),
  password: v.nullish(v.string(), ""),
  data: metadataField,
  redirect_to: v.nullish(v.string(), ""),
});
type LinkBody = v.InferOutput<typeof linkSchema>;
type LinkType = (typeof linkTypes)[number];

/** POST /admin/generate_link: returns a link instead of emailing it. */
export async function generateLink(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const body = await parseBody(request, linkSchema);
  const email = parseEmailAddress(body.email);
  const known = await findUserByEmail(ctx.sql, email);
  const type = resolveLinkType(body.type, known);
  const newEmail = type.startsWith("email_change") ? parseEmailAddress(body.new_email) : "";
  if (newEmail && (await findEmailOwner(ctx.sql, newEmail, known?.id))) throw emailExists();
  const redirect = isAllowedRedirect(body.redirect_to, ctx.settings)
    ? body.redirect_to
    : resolveRedirect(request, ctx.settings);
  const token = createOneTimeToken(type === "email_change_new" ? newEmail : email);
  const passwordHash = known ? null : await hashInitialPassword(ctx, type, body);
  const account = await ctx.sql.begin(async (tx) => {
    const user = known ?? (await createWithIdentity(tx, email, passwordHash, body.data));
    if (type === "magiclink" || type === "recovery") {
      await writeAudit(tx, user, "user_recovery_requested");
    }
    return loadUserJson(tx, await storeLink(tx, user, type, token, newEmail));
  });
  const verifyType = type.startsWith("email_change") ? "email_change" : type;
  return Response.json({
    ...account,
    action_link: verifyUrl(ctx.settings.issuer, token.hash, verifyType, redirect),
    email_otp: token.code,
    hashed_token: token.hash,
    verification_type: type,
    redirect_to: redirect,
  });
}

/** A magic link for an unknown address becomes a sign-up; other types require or reject an account. */
function resolveLinkType(requested: string, known: User | undefined): LinkType {
  const type = linkTypes.find((candidate) => candidate === requested);
  if (!type) throw validationFailed(`Invalid email action link type requested: ${requested}`);
  const creates = type === "signup" || type === "invite";
  if (creates && known?.email_confirmed_at) throw emailExists();
  if (known || creates) return type;
  if (type === "magiclink") return "signup";
  throw new AuthError(404, "user_not_found", "User with this email not found");
}

async function hashInitialPassword(
  ctx: AuthContext,
  type: LinkType,
  body: LinkBody,
): Promise<string | null> {
  if (type === "invite") return null;
  if (body.type === "magiclink") return hashPassword(ctx.sql, generateRandomPassword());
  if (!body.password) throw validationFailed("Signup requires a valid password");
  checkPasswordStrength(body.password, ctx.settings);
  return hashPassword(ctx.sql, body.password);
}

async function createWithIdentity(
  tx: Queryable,
  email: string,
  passwordHash: string | null,
  metadata: LinkBody["data"],
): Promise<User> {
  const user = await createUser(tx, { email, passwordHash, provider: "email", metadata });
  await insertIdentity(tx, user.id, "email", emailIdentityData(user, false));
  return user;
}

const TEMPLATES = {
  signup: "confirmation",
  invite: "invite",
  magiclink: "magic_link",
  recovery: "recovery",
} as const;

function storeLink(
  tx: Queryable,
  user: User,
  type: LinkType,
  { hash }: OneTimeToken,
  newEmail: string,
): Promise<User> {
  if (type !== "email_change_current" && type !== "email_change_new") {
    return storeToken(tx, user, TEMPLATES[type], hash);
  }
  const column =
    type === "email_change_new" ? "email_change_token_new" : "email_change_token_current";
  return updateUser(tx, user.id, {
    [column]: hash,
    email_change: newEmail,
    email_change_sent_at: new Date(),
    email_change_confirm_status: 0,
  });
}
