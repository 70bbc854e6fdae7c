import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import * as v from "valibot";
import { writeAudit } from "../audit.ts";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { uuid } from "../fields.ts";
import type { AuthRequest } from "../request.ts";
import { getClientInfo } from "../request.ts";
import { startSession } from "../sessions/sessions.ts";
import { findUserById, isBanned, type User } from "../users/users.ts";
import {
  CHALLENGE_TIMEOUT_MS,
  consumeChallenge,
  createChallenge,
  verificationFailed,
} from "./challenges.ts";
import type { Passkey } from "./credentials.ts";
import { getRelyingParty } from "./relying-party.ts";

const CEREMONY = { type: "authentication", userId: null } as const;

/** POST /passkeys/authentication/options: for any account, without a list of credentials. */
export async function startPasskeySignIn({ sql, settings }: AuthContext): Promise<Response> {
  const { challenge, ...fields } = await createChallenge(sql, CEREMONY);
  return Response.json({
    ...fields,
    options: {
      challenge,
      timeout: CHALLENGE_TIMEOUT_MS,
      rpId: getRelyingParty(settings).id,
      userVerification: "preferred",
    },
  });
}

const credentialSchema = v.object({
  id: v.string(),
  rawId: v.string(),
  type: v.literal("public-key"),
  response: v.object({
    clientDataJSON: v.string(),
    authenticatorData: v.string(),
    signature: v.string(),
    userHandle: v.nullish(v.string(), ""),
  }),
});
type Credential = v.InferOutput<typeof credentialSchema>;

/** POST /passkeys/authentication/verify: starts a session for the passkey's user. */
export async function finishPasskeySignIn(
  ctx: AuthContext,
  request: AuthRequest,
): Promise<Response> {
  const { challenge, credential } = await consumeChallenge(
    ctx.sql,
    request,
    CEREMONY,
    credentialSchema,
  );
  const { user, passkey } = await findOwner(ctx, credential);
  const signCount = await verifyAssertion(ctx, credential, challenge, passkey);
  if (!user.email_confirmed_at) {
    throw new AuthError(403, "email_not_confirmed", "Email not confirmed");
  }
  if (isBanned(user)) throw new AuthError(403, "user_banned", "User is banned");
  const tokens = await ctx.sql.begin(async (tx) => {
    // GoTrue accepts a counter that goes back, the sign of a cloned authenticator, and keeps the higher one.
    await tx`
      update auth.webauthn_credentials set sign_count = greatest(sign_count, ${signCount}),
        last_used_at = now(), updated_at = now()
      where id = ${passkey.id}`;
    await writeAudit(tx, user, "login", { passkey_id: passkey.id });
    return startSession(ctx, tx, user, "passkey", getClientInfo(request));
  });
  return Response.json(tokens);
}

/** The user in the credential's user handle, with the passkey. Throws if they do not belong together. */
async function findOwner(
  { sql }: AuthContext,
  { id, response }: Credential,
): Promise<{ user: User; passkey: Passkey }> {
  const userId = Buffer.from(response.userHandle, "base64url").toString();
  const user = v.is(uuid, userId) ? await findUserById(sql, userId) : undefined;
  const [passkey] = await sql<Passkey[]>`
    select * from auth.webauthn_credentials where credential_id = ${Buffer.from(id, "base64url")}`;
  if (!user || passkey?.user_id !== user.id) throw verificationFailed();
  return { user, passkey };
}

/**
 * Verifies the signature; returns the authenticator's counter. User verification is optional, as in GoTrue.
 */
async function verifyAssertion(
  { settings }: AuthContext,
  credential: Credential,
  challenge: string,
  passkey: Passkey,
): Promise<number> {
  const { id, origin } = getRelyingParty(settings);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: false,
    // A counter of 0 skips the library's check.
    credential: { id: credential.id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
  }).catch(() => {
    throw verificationFailed();
  });
  const isMultiDevice = authenticationInfo.credentialDeviceType === "multiDevice";
  if (!verified || isMultiDevice !== passkey.backup_eligible) throw verificationFailed();
  return authenticationInfo.newCounter;
}
