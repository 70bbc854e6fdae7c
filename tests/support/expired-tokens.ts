/** Tokens of a session whose access token has expired, signed with the local auth server's key. */
import path from "node:path";
import { decodeJwt, type JWTPayload, SignJWT } from "jose";
import { loadSigningKey } from "local-supabase/internals";
import { readLocalDir } from "../../tools/settings.ts";

const AGE_S = 60;

/** `tokens` as a browser has them a minute after they expired; `changes` to the claims of the access token. */
export async function expireTokens<Tokens extends { readonly access_token: string }>(
  tokens: Tokens,
  { changes = {}, localDir = readLocalDir() }: { changes?: JWTPayload; localDir?: string } = {},
): Promise<Tokens & { readonly expires_at: number }> {
  const { kid, privateKey } = await loadSigningKey(path.join(localDir, "supabase"));
  const exp = Math.floor(Date.now() / 1000) - AGE_S;
  const access_token = await new SignJWT({ ...decodeJwt(tokens.access_token), exp, ...changes })
    .setProtectedHeader({ alg: "ES256", kid, typ: "JWT" })
    .sign(privateKey);
  return { ...tokens, access_token, expires_at: exp };
}
