/** Authenticator apps for browser tests, created through the auth API. */

import { totpCode } from "local-supabase/totp";
import * as v from "valibot";
import { tokensSchema } from "../auth-server.ts";
import { callAuth, signInTokens, type Tokens } from "./accounts.ts";

/** The current code of a secret. */
export const currentCode = (secret: string): string => totpCode(secret);

/** The next code, which Supabase Auth already accepts. For when the current one is used. */
export const nextCode = (secret: string): string => totpCode(secret, Date.now() + 30_000);

/** An expired code; adjacent time steps are accepted, so it is an hour old. */
export const pastCode = (secret: string): string => totpCode(secret, Date.now() - 3_600_000);

const enrolledSchema = v.object({ id: v.string(), totp: v.object({ secret: v.string() }) });
const challengeSchema = v.object({ id: v.string() });

interface AuthenticatorApp {
  readonly id: string;
  readonly secret: string;
  /** Tokens of the session that created it, at aal2. */
  readonly tokens: Tokens;
}

/** Adds an app to an account; if it has one already, `tokens` must be at aal2. */
export async function addApp(
  email: string,
  name = "Phone",
  tokens?: Tokens,
): Promise<AuthenticatorApp> {
  const session = tokens ?? (await signInTokens(email));
  const enrolled = await callAuth("factors", { factor_type: "totp", friendly_name: name }, session);
  const { id, totp } = v.parse(enrolledSchema, enrolled);
  const challenge = v.parse(
    challengeSchema,
    await callAuth(`factors/${id}/challenge`, {}, session),
  );
  const body = { challenge_id: challenge.id, code: totpCode(totp.secret) };
  const verified = v.parse(tokensSchema, await callAuth(`factors/${id}/verify`, body, session));
  return { id, secret: totp.secret, tokens: verified };
}
