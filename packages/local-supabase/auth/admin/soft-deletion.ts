import { createHash } from "node:crypto";
import type { Queryable } from "../../database.ts";
import { endAllSessions } from "../sessions/sessions.ts";
import { listIdentities } from "../users/identities.ts";
import type { User } from "../users/users.ts";

/** Replaces personal data with hashes and ends all ways to sign in (GoTrue, internal/models/user.go). Idempotent. */
export async function softDeleteUser(tx: Queryable, user: User): Promise<void> {
  if (user.deleted_at) return;
  await tx`
    update auth.users set
      email = ${obfuscate(user.id, user.email ?? "")},
      email_change = ${obfuscate(user.id, user.email_change)},
      encrypted_password = null, confirmation_token = '', recovery_token = '',
      email_change_token_current = '', email_change_token_new = '', reauthentication_token = '',
      raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = now(), updated_at = now()
    where id = ${user.id}`;
  for (const { id, provider, provider_id } of await listIdentities(tx, user.id)) {
    await tx`
      update auth.identities set
        provider_id = ${obfuscate(user.id, `${provider}:${provider_id}`)}, identity_data = '{}'
      where id = ${id}`;
  }
  await tx`delete from auth.mfa_factors where user_id = ${user.id}`;
  await tx`delete from auth.webauthn_credentials where user_id = ${user.id}`;
  await endAllSessions(tx, user.id);
}

function obfuscate(userId: string, value: string): string {
  return createHash("sha256").update(`${userId}${value}`).digest("base64url");
}
