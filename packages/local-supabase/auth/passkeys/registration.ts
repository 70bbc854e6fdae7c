import { verifyRegistrationResponse } from "@simplewebauthn/server";
import * as v from "valibot";
import { writeAudit } from "../audit.ts";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { requireSecondFactor } from "../mfa/factors.ts";
import type { AuthRequest } from "../request.ts";
import { authenticate } from "../sessions/authenticate.ts";
import type { Session } from "../sessions/sessions.ts";
import { expectSingleRow } from "../users/users.ts";
import {
  CHALLENGE_TIMEOUT_MS,
  consumeChallenge,
  createChallenge,
  verificationFailed,
} from "./challenges.ts";
import { listPasskeys, type Passkey } from "./credentials.ts";
import { getRelyingParty } from "./relying-party.ts";

/** The default of GOTRUE_PASSKEY_MAX_PASSKEYS_PER_USER. */
const MAX_PASSKEYS = 10;
/**
 * COSE algorithms in GoTrue's order: ES256, ES384, ES512, RS256, RS384, RS512, PS256, PS384, PS512, EdDSA.
 */
const ALGORITHMS = [-7, -35, -36, -257, -258, -259, -37, -38, -39, -8];

/** POST /passkeys/registration/options */
export async function startRegistration(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const { user, session } = await authenticate(ctx, request);
  await requirePasskeyManager(ctx, session);
  const passkeys = await listPasskeys(ctx.sql, user.id);
  requireRoom(passkeys);
  const { id, name } = getRelyingParty(ctx.settings);
  const { challenge, ...fields } = await createChallenge(ctx.sql, {
    type: "registration",
    userId: user.id,
  });
  const email = user.email ?? "";
  const { name: fullName } = user.raw_user_meta_data;
  const exclude = passkeys.map(({ credential_id }) => ({
    type: "public-key",
    id: credential_id.toString("base64url"),
  }));
  return Response.json({
    ...fields,
    options: {
      rp: { name, id },
      user: {
        name: email,
        displayName: typeof fullName === "string" && fullName ? fullName : email,
        id: Buffer.from(user.id).toString("base64url"),
      },
      challenge,
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
      timeout: CHALLENGE_TIMEOUT_MS,
      ...(exclude.length > 0 ? { excludeCredentials: exclude } : {}),
      authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
      attestation: "none",
    },
  });
}

const credentialSchema = v.object({
  id: v.string(),
  rawId: v.string(),
  type: v.literal("public-key"),
  response: v.object({
    clientDataJSON: v.string(),
    attestationObject: v.string(),
    transports: v.nullish(v.array(v.string()), []),
  }),
});

/** POST /passkeys/registration/verify: adds a passkey to the account. */
export async function finishRegistration(
  ctx: AuthContext,
  request: AuthRequest,
): Promise<Response> {
  const { user, session } = await authenticate(ctx, request);
  await requirePasskeyManager(ctx, session);
  const ceremony = { type: "registration", userId: user.id } as const;
  const { challenge, credential } = await consumeChallenge(
    ctx.sql,
    request,
    ceremony,
    credentialSchema,
  );
  const { id, origin } = getRelyingParty(ctx.settings);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: toRegistrationResponse(credential),
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => {
    throw verificationFailed();
  });
  if (!verified) throw verificationFailed();
  const key = registrationInfo.credential;
  const passkey = await ctx.sql
    .begin(async (tx) => {
      requireRoom(await listPasskeys(tx, user.id));
      const rows = await tx<Passkey[]>`
        insert into auth.webauthn_credentials (
          user_id, credential_id, public_key, attestation_type, aaguid, sign_count, transports,
          backup_eligible, backed_up, friendly_name
        ) values (
          ${user.id}, ${Buffer.from(key.id, "base64url")}, ${Buffer.from(key.publicKey)},
          ${registrationInfo.fmt}, ${registrationInfo.aaguid}, ${key.counter},
          ${tx.json(credential.response.transports)},
          ${registrationInfo.credentialDeviceType === "multiDevice"},
          ${registrationInfo.credentialBackedUp}, 'Passkey'
        ) returning *`;
      const row = expectSingleRow(rows);
      await writeAudit(tx, user, "passkey_created", { passkey_id: row.id });
      return row;
    })
    .catch((error: unknown) => {
      if (error instanceof AuthError) throw error;
      // GoTrue responds the same when a trigger rejects the passkey and when the credential exists.
      throw new AuthError(500, "unexpected_failure", "Database error creating passkey");
    });
  const { friendly_name, created_at } = passkey;
  return Response.json({ id: passkey.id, friendly_name, created_at });
}

/** Throws 403 for the aal1 session of a user with a verified factor. */
export function requirePasskeyManager({ sql }: AuthContext, session: Session): Promise<void> {
  const message = "AAL2 session is required to manage passkeys when MFA is enabled";
  return requireSecondFactor(sql, session, 403, message);
}

function requireRoom(passkeys: readonly Passkey[]): void {
  if (passkeys.length < MAX_PASSKEYS) return;
  throw new AuthError(422, "too_many_passkeys", "Maximum number of passkeys reached");
}

function toRegistrationResponse({ response, ...rest }: v.InferOutput<typeof credentialSchema>) {
  const { clientDataJSON, attestationObject } = response;
  return { ...rest, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} };
}
