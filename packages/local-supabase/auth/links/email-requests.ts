import * as v from "valibot";
import type { Queryable } from "../../database.ts";
import { writeAudit } from "../audit.ts";
import type { AuthContext } from "../context.ts";
import { AuthError, validationFailed } from "../errors.ts";
import { metadataField, parseEmailAddress, rejectPhone } from "../fields.ts";
import { sendEmailChange, sendToken } from "../mail/send-emails.ts";
import { type Flow, parseFlow, pkceFields } from "../oauth/flow-state.ts";
import { generateRandomPassword } from "../passwords/passwords.ts";
import type { AuthRequest } from "../request.ts";
import { parseBody } from "../request.ts";
import { registerByEmail } from "../users/sign-up.ts";
import { findUserByEmail, type User } from "../users/users.ts";

const otpSchema = v.object({
  email: v.nullish(v.string(), ""),
  phone: v.nullish(v.string(), ""),
  channel: v.nullish(v.string(), ""),
  create_user: v.nullish(v.boolean(), true),
  data: metadataField,
  ...pkceFields,
});

/** POST /otp: emails a sign-in link, or the confirmation email to a new or unconfirmed user. */
export async function requestMagicLink(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const body = await parseBody(request, otpSchema);
  rejectPhone(body.phone);
  if (!body.email) throw validationFailed("One of email or phone must be set");
  if (body.channel) throw validationFailed("Channel should only be specified with Phone OTP");
  const flow = parseFlow(request, ctx.settings, body);
  const email = parseEmailAddress(body.email);
  const user = await findUserByEmail(ctx.sql, email);
  if (!user && !body.create_user) {
    throw new AuthError(422, "otp_disabled", "Signups not allowed for otp");
  }
  if (user?.email_confirmed_at) {
    await ctx.sql.begin((tx) => requestSignIn(ctx, tx, user, "magic_link", flow));
  } else {
    const password = generateRandomPassword();
    await registerByEmail(ctx, { email, password, data: body.data, flow });
  }
  return Response.json({});
}

const recoverSchema = v.object({ email: v.nullish(v.string(), ""), ...pkceFields });

/** POST /recover: emails a recovery link. The response is the same for an unknown address. */
export async function requestRecovery(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const body = await parseBody(request, recoverSchema);
  if (!body.email) throw validationFailed("Password recovery requires an email");
  const flow = parseFlow(request, ctx.settings, body);
  const user = await findUserByEmail(ctx.sql, parseEmailAddress(body.email));
  if (user) await ctx.sql.begin((tx) => requestSignIn(ctx, tx, user, "recovery", flow));
  return Response.json({});
}

async function requestSignIn(
  ctx: AuthContext,
  tx: Queryable,
  user: User,
  template: "recovery" | "magic_link",
  flow: Flow,
): Promise<void> {
  await writeAudit(tx, user, "user_recovery_requested");
  await sendToken(ctx, tx, user, template, flow);
}

const resendSchema = v.object({
  type: v.nullish(v.string(), ""),
  email: v.nullish(v.string(), ""),
  ...pkceFields,
});

/** POST /resend: resends a pending confirmation or email change. */
export async function resend(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const body = await parseBody(request, resendSchema);
  if (body.type === "sms" || body.type === "phone_change") {
    throw new AuthError(400, "phone_provider_disabled", "Phone logins are disabled");
  }
  if (body.type !== "signup" && body.type !== "email_change") {
    throw validationFailed("Missing one of these types: signup, email_change, sms, phone_change");
  }
  if (!body.email) throw validationFailed("Type provided requires an email address");
  const flow = parseFlow(request, ctx.settings, body);
  const user = await findUserByEmail(ctx.sql, parseEmailAddress(body.email));
  await ctx.sql.begin(async (tx) => {
    if (body.type === "signup" && user && !user.email_confirmed_at) {
      await sendToken(ctx, tx, user, "confirmation", flow);
    }
    if (body.type === "email_change" && user?.email_change) {
      await sendEmailChange(ctx, tx, user, user.email_change, flow);
    }
  });
  return Response.json({});
}
