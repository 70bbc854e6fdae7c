import * as v from "valibot";
import { writeAudit } from "../audit.ts";
import type { AuthContext } from "../context.ts";
import { AuthError, validationFailed } from "../errors.ts";
import type { AuthRequest } from "../request.ts";
import { getClientInfo, parseBody } from "../request.ts";
import { startSession } from "../sessions/sessions.ts";
import { findUserByEmail, isBanned } from "../users/users.ts";
import { findPasswordWeakness, passwordMatches } from "./passwords.ts";

const bodySchema = v.object({
  email: v.nullish(v.string(), ""),
  phone: v.nullish(v.string(), ""),
  password: v.nullish(v.string(), ""),
});

/** POST /token?grant_type=password */
export async function signInWithPassword(
  ctx: AuthContext,
  request: AuthRequest,
): Promise<Response> {
  const { email, phone, password } = await parseBody(request, bodySchema);
  if (phone) throw new AuthError(422, "phone_provider_disabled", "Phone logins are disabled");
  if (!email) throw validationFailed("missing email or phone");
  const user = await findUserByEmail(ctx.sql, email);
  if (!user?.encrypted_password) throw invalidCredentials();
  if (isBanned(user)) throw new AuthError(400, "user_banned", "User is banned");
  if (!(await passwordMatches(ctx.sql, password, user.encrypted_password))) {
    throw invalidCredentials();
  }
  if (!user.email_confirmed_at) {
    throw new AuthError(400, "email_not_confirmed", "Email not confirmed");
  }
  const device = getClientInfo(request);
  const tokens = await ctx.sql.begin(async (tx) => {
    await writeAudit(tx, user, "login", { provider: "email" });
    return startSession(ctx, tx, user, "password", device);
  });
  return Response.json({
    ...tokens,
    weak_password: findPasswordWeakness(password, ctx.settings) ?? null,
  });
}

function invalidCredentials(): AuthError {
  return new AuthError(400, "invalid_credentials", "Invalid login credentials");
}
