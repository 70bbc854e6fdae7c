import type { Queryable } from "../database.ts";
import { writeAudit } from "./audit.ts";
import type { SignedIn } from "./authenticate.ts";
import { authenticate } from "./authenticate.ts";
import type { AuthContext } from "./context.ts";
import { AuthError } from "./errors.ts";
import { hashCode, isCurrent } from "./one-time-tokens.ts";
import { hashPassword, passwordMatches } from "./passwords.ts";
import type { AuthRequest } from "./request.ts";
import { sendReauthentication } from "./send-mails.ts";
import { listMethods } from "./sessions.ts";
import { type User, updateUser } from "./users.ts";

const DAY_MS = 24 * 3_600_000;

/** A session with one of these began in the owner's mailbox (GoTrue, models.Session.IsRecovery). */
const MAILED_METHODS = ["otp", "magiclink", "recovery"];

interface NewPassword {
  password: string;
  current_password: string;
  nonce: string;
}

/** GET /reauthenticate: mails the code that a password change in an old session asks for. */
export async function reauthenticate(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const { user } = await authenticate(ctx, request);
  if (!user.email_confirmed_at) {
    throw new AuthError(422, "email_not_confirmed", "Please verify your email first.");
  }
  await ctx.sql.begin(async (tx) => {
    await writeAudit(ctx, tx, user, "user_reauthenticate_requested");
    await sendReauthentication(ctx, tx, user);
  });
  return Response.json({});
}

/** The hash of a password that may take the place of the user's. Throws what the project's switches ask for. */
export async function readNewPassword(
  ctx: AuthContext,
  signedIn: SignedIn,
  wanted: NewPassword,
): Promise<string> {
  if (ctx.settings.securePasswordChange) await requireCode(ctx, signedIn, wanted.nonce);
  if (ctx.settings.switches.requireCurrentPassword) {
    await requireCurrentPassword(ctx, signedIn, wanted.current_password);
  }
  if (await passwordMatches(ctx.sql, wanted.password, signedIn.user.encrypted_password)) {
    const message = "New password should be different from the old password.";
    throw new AuthError(422, "same_password", message);
  }
  return hashPassword(ctx.sql, wanted.password);
}

/** Counts from the start of the session: neither a refresh nor a second step makes it younger. */
async function requireCode(
  ctx: AuthContext,
  { user, session }: SignedIn,
  nonce: string,
): Promise<void> {
  if (Date.now() <= session.created_at.getTime() + DAY_MS) return;
  if (nonce === "") {
    const message = "Password update requires reauthentication";
    throw new AuthError(400, "reauthentication_needed", message);
  }
  const { reauthentication_token: stored, reauthentication_sent_at: sentAt } = user;
  if (!isCurrent(hashCode(user.email ?? "", nonce), stored, sentAt, ctx.settings)) {
    throw new AuthError(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
  }
  await spendCode(ctx.sql, user);
}

async function spendCode(db: Queryable, user: User): Promise<void> {
  await updateUser(db, user.id, { reauthentication_token: "" });
}

async function requireCurrentPassword(
  ctx: AuthContext,
  { user, session }: SignedIn,
  current: string,
): Promise<void> {
  if (!user.encrypted_password) return;
  const methods = await listMethods(ctx.sql, session.id);
  if (methods.some((method) => MAILED_METHODS.includes(method))) return;
  const message = "Current password required when setting new password.";
  if (current === "") throw new AuthError(400, "current_password_required", message);
  if (await passwordMatches(ctx.sql, current, user.encrypted_password)) return;
  throw new AuthError(400, "current_password_invalid", message);
}
