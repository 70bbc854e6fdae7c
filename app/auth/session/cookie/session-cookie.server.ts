/**
 * The session cookie in the format of `@supabase/ssr`. Imports only its helpers, so no page loads the SDK.
 */
import { Buffer } from "node:buffer";
import { combineChunks, isChunkLike } from "@supabase/ssr";
import * as v from "valibot";
import type { Config } from "~/platform/config.server";
import type { Platform } from "~/platform/context.server";
import type { Cookie } from "~/platform/cookie-jar.server";

/** The prefix of an encoded value. Source: `@supabase/ssr`, src/cookies.ts. */
export const ENCODED_PREFIX = "base64-";

const tokensSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    access_token: v.pipe(v.string(), v.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/)),
    refresh_token: v.pipe(v.string(), v.nonEmpty()),
    expires_at: v.pipe(v.number(), v.integer()),
  }),
  v.transform((tokens) => ({
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    /** Epoch seconds. */
    expiresAt: tokens.expires_at,
  })),
);

export type SessionTokens = v.InferOutput<typeof tokensSchema>;

/**
 * The name `sb-{project}-auth-token`, derived from the project's URL as in supabase-js. Local projects share
 * one host, and a browser sends a host's cookies to every port, so theirs has the port.
 */
export function sessionCookieName(config: Pick<Config, "supabase">): string {
  const { protocol, hostname, port } = new URL(config.supabase.url);
  const [host] = hostname.split(".");
  const project = protocol === "http:" ? `${host}-${port}` : host;
  return `sb-${project}-auth-token`;
}

/** The names of the cookies that hold the session or a chunk of it. */
export function sessionCookieNames(cookies: readonly Cookie[], name: string): string[] {
  return cookies.map((cookie) => cookie.name).filter((each) => isChunkLike(each, name));
}

/**
 * Signs the browser out: removes the session, unfinished flows and what this request has set. No other
 * function removes a session.
 */
export function removeSession(platform: CookiePlatform): void {
  const { config, cookies } = platform;
  cookies.discardChanges();
  for (const name of sessionCookieNames(cookies.all(), sessionCookieName(config))) {
    cookies.remove(name);
  }
  clearFlowCookies(platform);
}

/**
 * The names of the cookies with the PKCE verifier of a flow that was started in this browser; without
 * `flowId`, of all flows.
 */
export function findFlowCookies({ config, cookies }: CookiePlatform, flowId?: string): string[] {
  const start = `${sessionCookieName(config)}-${flowId === undefined ? "" : `flow-${flowId}-`}`;
  const names = cookies.all().map(({ name }) => name);
  return names.filter((name) => name.startsWith(start) && name.endsWith("-code-verifier"));
}

/** Removes the PKCE verifier of one flow, because another tab may have its own; without `flowId`, of all. */
export function clearFlowCookies(platform: CookiePlatform, flowId?: string): void {
  for (const name of findFlowCookies(platform, flowId)) platform.cookies.remove(name);
}

type CookiePlatform = Pick<Platform, "config" | "cookies">;

/** The tokens in the session cookie; undefined if it is absent, truncated or malformed. */
export async function readSessionTokens(cookies: readonly Cookie[], name: string) {
  const parsed = v.safeParse(tokensSchema, await readCookieValue(cookies, name));
  return parsed.success ? parsed.output : undefined;
}

/** The decoded value of `key`, joined from its chunks; null if it is absent or not encoded. */
export async function readCookieValue(cookies: readonly Cookie[], key: string) {
  const values = new Map(cookies.map(({ name, value }) => [name, value]));
  const encoded = await combineChunks(key, (name) => values.get(name) ?? null);
  if (!encoded?.startsWith(ENCODED_PREFIX)) return null;
  return Buffer.from(encoded.slice(ENCODED_PREFIX.length), "base64url").toString();
}
