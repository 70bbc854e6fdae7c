/** The session cookie as `@supabase/ssr` writes it. Its helpers alone are imported here: no page waits for the SDK. */
import { Buffer } from "node:buffer";
import { combineChunks, isChunkLike } from "@supabase/ssr";
import * as v from "valibot";
import type { Config } from "~/platform/config.server";
import type { Platform } from "~/platform/context.server";
import type { Cookie } from "~/platform/cookie-jar.server";

/** Marks a value that is encoded. Source: `@supabase/ssr`, src/cookies.ts. */
export const ENCODED_PREFIX = "base64-";

const tokensSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    access_token: v.pipe(v.string(), v.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/)),
    refresh_token: v.pipe(v.string(), v.nonEmpty()),
    expires_at: v.pipe(v.number(), v.integer()),
  }),
);

export interface SessionTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Epoch seconds. */
  readonly expiresAt: number;
}

/** The cookie's name, `sb-{project}-auth-token`, as supabase-js derives it from the project's URL. */
export function sessionCookieName(config: Pick<Config, "supabase">): string {
  return `sb-${new URL(config.supabase.url).hostname.split(".")[0]}-auth-token`;
}

/** The names among `cookies` that hold the session or a part of it. */
export function sessionCookieNames(cookies: readonly Cookie[], name: string): string[] {
  return cookies.map((cookie) => cookie.name).filter((each) => isChunkLike(each, name));
}

/**
 * Signs the browser out: removes the session and the leftovers of flows that never came back, whatever
 * else this request has set. Nothing but this removes a session.
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
 * Removes the verifier of a sign-in with a provider: the one of this flow, because another tab may be on its
 * way with another one; all of them where the flow is not named.
 */
export function clearFlowCookies({ config, cookies }: CookiePlatform, flowId?: string): void {
  const start = `${sessionCookieName(config)}-${flowId === undefined ? "" : `flow-${flowId}-`}`;
  for (const { name } of cookies.all()) {
    if (name.startsWith(start) && name.endsWith("-code-verifier")) cookies.remove(name);
  }
}

type CookiePlatform = Pick<Platform, "config" | "cookies">;

/** The tokens in the session cookie; undefined when it is absent, truncated or malformed. */
export async function readSessionTokens(
  cookies: readonly Cookie[],
  name: string,
): Promise<SessionTokens | undefined> {
  const parsed = v.safeParse(tokensSchema, await readStored(cookies, name));
  if (!parsed.success) return undefined;
  return {
    accessToken: parsed.output.access_token,
    refreshToken: parsed.output.refresh_token,
    expiresAt: parsed.output.expires_at,
  };
}

/** What is stored under `key`, decoded; undefined when it is absent or was not encoded. */
export async function readStored(
  cookies: readonly Cookie[],
  key: string,
): Promise<string | undefined> {
  const values = new Map(cookies.map(({ name, value }) => [name, value]));
  const encoded = await combineChunks(key, (name) => values.get(name) ?? null);
  if (!encoded?.startsWith(ENCODED_PREFIX)) return undefined;
  return Buffer.from(encoded.slice(ENCODED_PREFIX.length), "base64url").toString();
}
