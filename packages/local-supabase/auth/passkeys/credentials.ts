import * as v from "valibot";
import type { Queryable } from "../../database.ts";
import { AuthError } from "../errors.ts";
import { uuid } from "../fields.ts";

/** A row of auth.webauthn_credentials. */
export interface Passkey {
  id: string;
  user_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  backup_eligible: boolean;
  friendly_name: string;
  created_at: Date;
  last_used_at: Date | null;
}

export function listPasskeys(db: Queryable, userId: string): Promise<Passkey[]> {
  return db<Passkey[]>`
    select * from auth.webauthn_credentials where user_id = ${userId} order by created_at`;
}

/** The user's passkey with this id. Throws 404. */
export async function findPasskey(
  db: Queryable,
  userId: string,
  id: string | undefined,
): Promise<Passkey> {
  const [passkey] = v.is(uuid, id)
    ? await db<Passkey[]>`
        select * from auth.webauthn_credentials where id = ${id} and user_id = ${userId}`
    : [];
  if (!passkey) throw new AuthError(404, "validation_failed", "Passkey not found");
  return passkey;
}

/** A passkey in API responses. */
export function toPasskeyJson(passkey: Passkey) {
  return {
    id: passkey.id,
    friendly_name: passkey.friendly_name,
    created_at: passkey.created_at,
    last_used_at: passkey.last_used_at ?? undefined,
  };
}
