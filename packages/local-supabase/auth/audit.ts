import type { JsonObject, Queryable } from "../database.ts";
import type { User } from "./users/users.ts";

/** GoTrue's log types by action (internal/models/audit_log_entry.go). */
const LOG_TYPES = {
  login: "account",
  logout: "account",
  user_signedup: "team",
  user_invited: "team",
  user_deleted: "team",
  token_refreshed: "token",
  token_revoked: "token",
  user_modified: "user",
  user_updated_password: "user",
  user_recovery_requested: "user",
  user_reauthenticate_requested: "user",
  user_confirmation_requested: "user",
  user_repeated_signup: "user",
  identity_linked: "user",
  factor_in_progress: "factor",
  factor_unenrolled: "factor",
  challenge_created: "factor",
  verification_attempted: "factor",
  passkey_created: "user",
  passkey_updated: "user",
  passkey_deleted: "user",
} as const;

type Action = keyof typeof LOG_TYPES;

/** A user, or the bearer of the secret key. */
export type Actor = Pick<User, "id" | "email" | "raw_user_meta_data">;

/** The bearer of the secret key. */
export const ADMIN: Actor = {
  id: "00000000-0000-0000-0000-000000000000",
  email: "service_role",
  raw_user_meta_data: {},
};

/** Writes an entry to auth.audit_log_entries, which outlives its user. */
export async function writeAudit(
  db: Queryable,
  actor: Actor,
  action: Action,
  traits?: JsonObject,
): Promise<void> {
  const name = actor.raw_user_meta_data.full_name;
  const payload: JsonObject = {
    action,
    actor_id: actor.id,
    actor_username: actor.email,
    actor_via_sso: false,
    log_type: LOG_TYPES[action],
    ...(name === undefined ? {} : { actor_name: name }),
    ...(traits ? { traits } : {}),
  };
  await db`insert into auth.audit_log_entries (payload) values (${db.json(payload)})`;
}

/** Writes an entry for an action of the secret key on `user`. */
export function writeAdminAudit(db: Queryable, user: User, action: Action): Promise<void> {
  const traits = { user_id: user.id, user_email: user.email, user_phone: user.phone ?? "" };
  return writeAudit(db, ADMIN, action, traits);
}
