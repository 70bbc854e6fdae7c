import * as v from "valibot";
import type { JsonObject, Queryable } from "../../database.ts";
import { writeAudit } from "../audit.ts";
import type { AuthContext } from "../context.ts";
import { AuthError, validationFailed } from "../errors.ts";
import { metadataField, parseEmailAddress } from "../fields.ts";
import { sendToken } from "../mail/send-emails.ts";
import { type Flow, parseFlow, pkceFields } from "../oauth/flow-state.ts";
import { checkPasswordStrength, hashPassword } from "../passwords/passwords.ts";
import type { AuthRequest } from "../request.ts";
import { parseBody } from "../request.ts";
import {
  dropUnconfirmedIdentities,
  emailIdentityData,
  findIdentity,
  insertIdentity,
} from "./identities.ts";
import { toUserJson, type UserJson } from "./user-json.ts";
import { createUser, findEmailOwner, type User } from "./users.ts";

const bodySchema = v.object({
  email: v.nullish(v.string(), ""),
  phone: v.nullish(v.string(), ""),
  password: v.nullish(v.string(), ""),
  data: metadataField,
  ...pkceFields,
});

/** POST /signup. The response does not reveal whether the address has an account. */
export async function signUp(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const body = await parseBody(request, bodySchema);
  if (!body.email && !body.phone) {
    throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
  if (!body.email) {
    throw new AuthError(400, "phone_provider_disabled", "Phone signups are disabled");
  }
  if (body.phone) {
    throw validationFailed("Only an email address or phone number should be provided on signup.");
  }
  if (!body.password) throw validationFailed("Signup requires a valid password");
  checkPasswordStrength(body.password, ctx.settings);
  const flow = parseFlow(request, ctx.settings, body);
  const email = parseEmailAddress(body.email);
  const account = await registerByEmail(ctx, { ...body, email, flow });
  return Response.json(account);
}

interface Registration {
  email: string;
  password: string;
  data: JsonObject;
  flow: Flow;
}

/**
 * Signs up `email` and emails a confirmation link. An unconfirmed account keeps its first password; for a
 * confirmed account, nothing changes and the response is an obfuscated user.
 */
export async function registerByEmail(
  ctx: AuthContext,
  registration: Registration,
): Promise<UserJson> {
  const { email, data, flow } = registration;
  const known = await findEmailOwner(ctx.sql, email);
  if (known?.email_confirmed_at) {
    await writeAudit(ctx.sql, known, "user_repeated_signup", { provider: "email" });
    return createObfuscatedUser(known, email, data);
  }
  const passwordHash = known ? null : await hashPassword(ctx.sql, registration.password);
  return ctx.sql.begin(async (tx) => {
    const newUser = { email, passwordHash, provider: "email", metadata: data };
    const user = known ?? (await createUser(tx, newUser));
    const { identified, identity } = await ensureEmailIdentity(tx, user, data);
    await writeAudit(tx, user, "user_confirmation_requested", { provider: "email" });
    const confirming = await sendToken(ctx, tx, identified, "confirmation", flow);
    // Does not disclose an invited user's name and identities.
    if (confirming.invited_at) return toUserJson({ ...confirming, raw_user_meta_data: {} }, []);
    return toUserJson(confirming, [identity]);
  });
}

async function ensureEmailIdentity(tx: Queryable, user: User, data: JsonObject) {
  const existing = await findIdentity(tx, "email", user.id);
  if (existing) return { identified: user, identity: existing };
  const identityData = { ...data, ...emailIdentityData(user, false) };
  const identity = await insertIdentity(tx, user.id, "email", identityData);
  return { identified: await dropUnconfirmedIdentities(tx, user, identity), identity };
}

/** The response to a sign-up with an existing address: looks like a new user, without identities. */
function createObfuscatedUser(known: User, email: string, data: JsonObject): UserJson {
  const now = new Date();
  const fresh: User = {
    ...known,
    id: crypto.randomUUID(),
    role: "",
    email,
    phone: null,
    email_confirmed_at: null,
    confirmed_at: null,
    invited_at: null,
    confirmation_sent_at: now,
    email_change: "",
    email_change_sent_at: null,
    recovery_sent_at: null,
    last_sign_in_at: null,
    raw_app_meta_data: { provider: "email", providers: ["email"] },
    raw_user_meta_data: data,
    banned_until: null,
    created_at: now,
    updated_at: now,
  };
  return toUserJson(fresh, []);
}
