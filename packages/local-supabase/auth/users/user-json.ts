import type { Queryable } from "../../database.ts";
import { type Factor, listFactors, toFactorJson } from "../mfa/factors.ts";
import { type Identity, listIdentities } from "./identities.ts";
import type { User } from "./users.ts";

/** The user object of API responses, with identities and factors. */
export async function loadUserJson(db: Queryable, user: User): Promise<UserJson> {
  const [identities, factors] = await Promise.all([
    listIdentities(db, user.id),
    listFactors(db, user.id),
  ]);
  return toUserJson(user, identities, factors);
}

export type UserJson = ReturnType<typeof toUserJson>;

/** Like GoTrue, omits unset timestamps instead of sending null. */
export function toUserJson(
  user: User,
  identities: readonly Identity[],
  factors: readonly Factor[] = [],
) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? "",
    email_confirmed_at: user.email_confirmed_at ?? undefined,
    invited_at: user.invited_at ?? undefined,
    phone: user.phone ?? "",
    confirmation_sent_at: user.confirmation_sent_at ?? undefined,
    confirmed_at: user.confirmed_at ?? undefined,
    recovery_sent_at: user.recovery_sent_at ?? undefined,
    new_email: user.email_change || undefined,
    email_change_sent_at: user.email_change_sent_at ?? undefined,
    reauthentication_sent_at: user.reauthentication_sent_at ?? undefined,
    last_sign_in_at: user.last_sign_in_at ?? undefined,
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    factors: factors.length > 0 ? factors.map(toFactorJson) : undefined,
    identities: identities.map(toIdentityJson),
    created_at: user.created_at,
    updated_at: user.updated_at,
    banned_until: user.banned_until ?? undefined,
    deleted_at: user.deleted_at ?? undefined,
    is_anonymous: user.is_anonymous,
  };
}

function toIdentityJson(identity: Identity) {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: identity.last_sign_in_at ?? undefined,
    created_at: identity.created_at,
    updated_at: identity.updated_at,
    email: identity.email ?? undefined,
  };
}
