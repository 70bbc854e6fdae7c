/** Accounts and sessions, made at the local Supabase Auth, for tests in Node, workerd and a browser. */
import { decodeJwt } from "jose";
import * as v from "valibot";
import { LOCAL_KEYS, LOCAL_PASSWORD } from "../../tools/shared/settings.ts";

export const tokensSchema = v.object({
  access_token: v.string(),
  refresh_token: v.string(),
  expires_at: v.number(),
});
export type Tokens = v.InferOutput<typeof tokensSchema>;

interface Call {
  readonly method?: "POST" | "PUT";
  /** Token of a user, or the secret key. */
  readonly token?: string;
}

/** For administration. */
export const SECRET_KEY = LOCAL_KEYS.supabaseSecret;

/** Returns the response of Supabase Auth at `supabaseUrl`. Throws its error. */
export async function callAuth(
  supabaseUrl: string,
  path: string,
  body: object,
  { method = "POST", token }: Call = {},
): Promise<unknown> {
  const response = await fetch(`${supabaseUrl}/auth/v1/${path}`, {
    method,
    headers: {
      apikey: token === SECRET_KEY ? SECRET_KEY : LOCAL_KEYS.supabasePublishable,
      ...(token && { Authorization: `Bearer ${token}` }),
      "Content-Type": "application/json",
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return response.json();
}

/** Creates a confirmed account with `LOCAL_PASSWORD`; returns its id. */
export async function createAccount(supabaseUrl: string, email: string): Promise<string> {
  const account = { email, password: LOCAL_PASSWORD, email_confirm: true };
  const user = await callAuth(supabaseUrl, "admin/users", account, { token: SECRET_KEY });
  return v.parse(v.object({ id: v.string() }), user).id;
}

/** Tokens of a sign-in with `LOCAL_PASSWORD`. */
export async function signIn(supabaseUrl: string, email: string): Promise<Tokens> {
  const account = { email, password: LOCAL_PASSWORD };
  return v.parse(tokensSchema, await callAuth(supabaseUrl, "token?grant_type=password", account));
}

/** The value of a session's cookie. */
export function sessionValue(tokens: object): string {
  return `base64-${Buffer.from(JSON.stringify(tokens)).toString("base64url")}`;
}

/** The name of a session's cookie: with the port of the local Supabase that issued the token. */
export function sessionCookieName({ access_token }: Pick<Tokens, "access_token">): string {
  const { iss = "" } = decodeJwt(access_token);
  return `sb-127-${new URL(iss).port}-auth-token`;
}

/** The Cookie header of a session. */
export function sessionCookie(tokens: Tokens): string {
  return `${sessionCookieName(tokens)}=${sessionValue(tokens)}`;
}
