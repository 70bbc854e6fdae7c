/** Second factors for browser tests, set up behind the product's back as an authenticator app would. */

import { totpCode } from "local-supabase/totp";
import * as v from "valibot";
import { LOCAL_KEYS } from "../../tools/settings.ts";
import { signInTokens, type Tokens } from "./account-fixtures.ts";
import { localUrls } from "./fixtures.ts";

/** The code that an app with this secret shows now. */
export const currentCode = (secret: string): string => totpCode(secret);

/** The code after that one; the auth server takes it already. Use it where the current one has been used. */
export const nextCode = (secret: string): string => totpCode(secret, Date.now() + 30_000);

/** Codes of the steps around now are taken, so this one is of an hour ago. */
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
  /** Of the session that set it up, which is at aal2. */
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

/** Sets up an app for the account of `email`; `tokens` of aal2 where it has one already. */
export async function addApp(
  email: string,
  name = "Phone",
  tokens?: Tokens,
): Promise<AuthenticatorApp> {
  const session = tokens ?? (await signInTokens(email));
  const enrolled = await post("/factors", session, { factor_type: "totp", friendly_name: name });
  const { id, totp } = v.parse(enrolledSchema, enrolled);
  const challenge = v.parse(challengeSchema, await post(`/factors/${id}/challenge`, session, {}));
  const answer = { challenge_id: challenge.id, code: totpCode(totp.secret) };
  const verified = v.parse(tokensSchema, await post(`/factors/${id}/verify`, session, answer));
  return { id, secret: totp.secret, tokens: verified };
}

/** What the auth server gives for the refresh token. */
export async function renewTokens(tokens: Tokens): Promise<Tokens> {
  const { refresh_token } = tokens;
  return v.parse(
    tokensSchema,
    await post("/token?grant_type=refresh_token", tokens, { refresh_token }),
  );
}
