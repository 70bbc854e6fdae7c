import { randomBytes } from "node:crypto";
import * as v from "valibot";
import type { Queryable } from "../../database.ts";
import { AuthError, validationFailed } from "../errors.ts";
import { uuid } from "../fields.ts";
import { type AuthRequest, parseBody } from "../request.ts";
import { expectSingleRow } from "../users/users.ts";

/** The default of GOTRUE_WEBAUTHN_CHALLENGE_EXPIRY_DURATION. */
const CHALLENGE_SECONDS = 300;
export const CHALLENGE_TIMEOUT_MS = CHALLENGE_SECONDS * 1000;
const CHALLENGE_BYTES = 32;

/** The ceremony and, for a registration, its user. */
interface Ceremony {
  readonly type: "registration" | "authentication";
  readonly userId: string | null;
}

/** Stores a new challenge; returns the fields of an options response around `options`. */
export async function createChallenge(db: Queryable, { type, userId }: Ceremony) {
  const challenge = randomBytes(CHALLENGE_BYTES).toString("base64url");
  const expiresAt = new Date(Date.now() + CHALLENGE_TIMEOUT_MS);
  const rows = await db<{ id: string }[]>`
    insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at)
    values (${userId}, ${type}, ${db.json({ challenge })}, ${expiresAt}) returning id`;
  return {
    challenge,
    challenge_id: expectSingleRow(rows).id,
    expires_at: Math.floor(expiresAt.getTime() / 1000),
  };
}

const verifySchema = v.object({
  challenge_id: v.nullish(v.string(), ""),
  credential: v.optional(v.unknown()),
});

/**
 * Parses the body of a verify request with `credentialSchema` and consumes its challenge: every attempt needs
 * a new one. Throws GoTrue's 400.
 */
export async function consumeChallenge<const Schema extends v.GenericSchema>(
  db: Queryable,
  request: AuthRequest,
  { type, userId }: Ceremony,
  credentialSchema: Schema,
): Promise<{ challenge: string; credential: v.InferOutput<Schema> }> {
  const { challenge_id: id, credential } = await parseBody(request, verifySchema);
  if (!id) throw validationFailed("challenge_id is required");
  if (credential === undefined) throw validationFailed("credential is required");
  if (!v.is(uuid, id)) throw validationFailed("challenge_id must be a valid UUID");
  const [row] = await db<{ challenge: string; expires_at: Date }[]>`
    delete from auth.webauthn_challenges
    where id = ${id} and challenge_type = ${type} and user_id is not distinct from ${userId}
    returning session_data ->> 'challenge' as challenge, expires_at`;
  if (!row) {
    const message = "Challenge not found or already used";
    throw new AuthError(400, "webauthn_challenge_not_found", message);
  }
  if (Date.now() > row.expires_at.getTime()) {
    throw new AuthError(400, "webauthn_challenge_expired", "Challenge has expired");
  }
  const parsed = v.safeParse(credentialSchema, credential);
  if (!parsed.success) throw verificationFailed("Invalid credential response");
  return { challenge: row.challenge, credential: parsed.output };
}

/** GoTrue's error for every rejected credential; it names no reason. */
export function verificationFailed(message = "Credential verification failed"): AuthError {
  return new AuthError(400, "webauthn_verification_failed", message);
}
