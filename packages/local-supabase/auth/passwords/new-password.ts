import { writeAudit } from "../audit.ts";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { hashCode, isValidToken } from "../links/one-time-tokens.ts";
import { sendToken } from "../mail/send-emails.ts";
import type { AuthRequest } from "../request.ts";
import type { AuthenticatedSession } from "../sessions/authenticate.ts";
import { authenticate } from "../sessions/authenticate.ts";
import { updateUser } from "../users/users.ts";
import { hashPassword, passwordMatches } from "./passwords.ts";

const DAY_MS = 24 * 3_600_000;

/** GET /reauthenticate: emails the code for a password change in an old session. */
export async function reauthenticate(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const { user } = await authenticate(ctx, request);
  if (!user.email_confirmed_at) {
    throw new AuthError(422, "email_not_confirmed", "Please verify your email first.");
  }
  await ctx.sql.begin(async (tx) => {
    await writeAudit(tx, user, "user_reauthenticate_requested");
    await sendToken(ctx, tx, user, "reauthentication");
  });
  return Response.json({});
}

/** Checks and hashes a new password. Throws when a required code is missing or wrong. */
export async function hashNewPassword(
  ctx: AuthContext,
  signedIn: AuthenticatedSession,
  { password, nonce }: { password: string; nonce: string },
): Promise<string> {
  if (ctx.settings.securePasswordChange) await requireReauthentication(ctx, signedIn, nonce);
  if (await passwordMatches(ctx.sql, password, signedIn.user.encrypted_password)) {
    const message = "New password should be different from the old password.";
    throw new AuthError(422, "same_password", message);
  }
  return hashPassword(ctx.sql, password);
}

/** The session's age counts from its start, not from a refresh or MFA verification. */
async function requireReauthentication(
  ctx: AuthContext,
  { user, session }: AuthenticatedSession,
  nonce: string,
): Promise<void> {
  if (Date.now() <= session.created_at.getTime() + DAY_MS) return;
  if (nonce === "") {
    const message = "Password update requires reauthentication";
    throw new AuthError(400, "reauthentication_needed", message);
  }
  const { reauthentication_token: stored, reauthentication_sent_at: sentAt } = user;
  if (!isValidToken(hashCode(user.email ?? "", nonce), stored, sentAt, ctx.settings)) {
    throw new AuthError(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
  }
  await updateUser(ctx.sql, user.id, { reauthentication_token: "" });
}
