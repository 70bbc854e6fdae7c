/** Authenticator apps for browser tests, created through the auth API. */

import { totpCode } from "local-supabase/totp";
import * as v from "valibot";
import { LOCAL_KEYS } from "../../../tools/settings.ts";
import { signInTokens, type Tokens } from "./accounts.ts";
import { localUrls } from "./fixtures.ts";

/** The current code of a secret. */
export const currentCode = (secret: string): string => totpCode(secret);

/** The next code, which the auth server already accepts. For when the current one is used. */
export const nextCode = (secret: string): string => totpCode(secret, Date.now() + 30_000);

/** An expired code; adjacent time steps are accepted, so it is an hour old. */
export const pastCode = (secret: string): string => totpCode(secret, Date.now() - 3_600_000);

const enrolledSchema = v.object({ id: v.string(), totp: v.object({ secret: v.string() }) });
const challengeSchema = v.object({ id: v.string() });
const tokensSchema = v.object({
  access_token: v.string(),
  refresh_token: v.string(),
  expires_at: v.number(),
});

export interface AuthenticatorApp {
  readonly id: string;
  readonly secret: string;
  /** Tokens of the session that created it, at aal2. */
  readonly tokens: Tokens;
}

async function post(path: string, { access_token }: Tokens, body: object): Promise<unknown> {
  const response = await fetch(`${localUrls.supabase}/auth/v1${path}`, {
    method: "POST",
    headers: {
      apikey: LOCAL_KEYS.supabasePublishable,
      Authorization: `Bearer ${access_token}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** Adds an app to an account; if it has one already, `tokens` must be at aal2. */
export async function addApp(
  email: string,
  name = "Phone",
  tokens?: Tokens,
): Promise<AuthenticatorApp> {
  const session = tokens ?? (await signInTokens(email));
  const enrolled = await post("/factors", session, { factor_type: "totp", friendly_name: name });
  const { id, totp } = v.parse(enrolledSchema, enrolled);
  const challenge = v.parse(challengeSchema, await post(`/factors/${id}/challenge`, session, {}));
  const body = { challenge_id: challenge.id, code: totpCode(totp.secret) };
  const verified = v.parse(tokensSchema, await post(`/factors/${id}/verify`, session, body));
  return { id, secret: totp.secret, tokens: verified };
}

/** Exchanges the refresh token. */
export async function renewTokens(tokens: Tokens): Promise<Tokens> {
  const { refresh_token } = tokens;
  return v.parse(
    tokensSchema,
    await post("/token?grant_type=refresh_token", tokens, { refresh_token }),
  );
}
