import * as v from "valibot";
import type { Queryable } from "../../database.ts";
import { AuthError } from "../errors.ts";
import { uuid } from "../fields.ts";

/** A row of auth.mfa_factors. */
export interface Factor {
  id: string;
  user_id: string;
  friendly_name: string | null;
  factor_type: "totp" | "webauthn" | "phone";
  status: "unverified" | "verified";
  secret: string | null;
  last_challenged_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export function listFactors(db: Queryable, userId: string): Promise<Factor[]> {
  return db<Factor[]>`
    select * from auth.mfa_factors where user_id = ${userId} order by created_at`;
}

export function hasVerifiedFactor(factors: readonly Factor[]): boolean {
  return factors.some((factor) => factor.status === "verified");
}

/** Throws `insufficient_aal` for the aal1 session of a user with a verified factor. */
export async function requireSecondFactor(
  db: Queryable,
  { user_id, aal }: { user_id: string; aal: string },
  status: 401 | 403,
  message: string,
): Promise<void> {
  if (aal !== "aal1" || !hasVerifiedFactor(await listFactors(db, user_id))) return;
  throw new AuthError(status, "insufficient_aal", message);
}

/** The user's factor with this id. Throws 404. */
export async function findFactor(
  db: Queryable,
  userId: string,
  id: string | undefined,
): Promise<Factor> {
  if (!v.is(uuid, id)) {
    throw new AuthError(404, "validation_failed", "factor_id must be an UUID");
  }
  const [factor] = await db<Factor[]>`
    select * from auth.mfa_factors where id = ${id} and user_id = ${userId}`;
  if (!factor) throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
  return factor;
}

/** Deletes a factor and downgrades its sessions to aal1. */
export async function removeFactor(tx: Queryable, { id }: Factor): Promise<void> {
  await tx`
    delete from auth.mfa_amr_claims where authentication_method = 'totp'
      and session_id in (select id from auth.sessions where factor_id = ${id})`;
  await tx`
    update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now()
    where factor_id = ${id}`;
  await tx`delete from auth.mfa_factors where id = ${id}`;
}

/** A factor in API responses, without its secret. */
export function toFactorJson(factor: Factor) {
  return {
    id: factor.id,
    created_at: factor.created_at,
    updated_at: factor.updated_at,
    status: factor.status,
    friendly_name: factor.friendly_name || undefined,
    factor_type: factor.factor_type,
    phone: "",
    last_challenged_at: factor.last_challenged_at,
  };
}
