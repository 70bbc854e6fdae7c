import type { Queryable } from "../database.ts";

/** A row of auth.mfa_factors: an authenticator app a user has set up. */
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

/** A factor as the user object shows it: never its secret. */
export function factorJson(factor: Factor) {
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
