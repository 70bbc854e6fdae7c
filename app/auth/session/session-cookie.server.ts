/**
 * Reads the session cookie that `@supabase/ssr` writes, without loading Supabase: the value is JSON,
 * base64url-encoded behind `base64-`, split over `<name>.0`, `<name>.1`, … when it is long.
 */
import { Buffer } from "node:buffer";
import * as v from "valibot";
import type { Config } from "~/platform/config.server";
import type { Platform } from "~/platform/context.server";
import type { Cookie } from "~/platform/cookie-jar.server";

const PREFIX = "base64-";
const tokensSchema = v.object({
  access_token: v.pipe(v.string(), v.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/)),
  refresh_token: v.pipe(v.string(), v.nonEmpty()),
  expires_at: v.pipe(v.number(), v.integer()),
});

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
  const names = cookies.map((cookie) => cookie.name);
  return names.filter(
    (each) => each === name || (/^\.\d+$/.test(each.slice(name.length)) && each.startsWith(name)),
  );
}

/**
 * Signs the browser out: removes the session and the leftovers of flows that never came back, whatever
 * else this request has set. Nothing but this removes a session.
 */
export function removeSession(platform: CookiePlatform): void {
  const { config, cookies } = platform;
  cookies.dropQueued();
  for (const name of sessionCookieNames(cookies.all(), sessionCookieName(config))) {
    cookies.remove(name);
  }
  forgetFlows(platform);
}

/**
 * Removes the verifier of a sign-in with a provider: the one of this flow, because another tab may be on its
 * way with another one; all of them where the flow is not named.
 */
export function forgetFlows({ config, cookies }: CookiePlatform, flowId?: string): void {
  const start = `${sessionCookieName(config)}-${flowId === undefined ? "" : `flow-${flowId}-`}`;
  for (const { name } of cookies.all()) {
    if (name.startsWith(start) && name.endsWith("-code-verifier")) cookies.remove(name);
  }
}

type CookiePlatform = Pick<Platform, "config" | "cookies">;

/** The tokens in the session cookie; undefined when it is absent, truncated or malformed. */
export function readSessionTokens(
  cookies: readonly Cookie[],
  name: string,
): SessionTokens | undefined {
  const value = joinChunks(cookies, name);
  if (!value?.startsWith(PREFIX)) return undefined;
  const json = Buffer.from(value.slice(PREFIX.length), "base64url").toString();
  const parsed = v.safeParse(tokensSchema, parseJson(json));
  if (!parsed.success) return undefined;
  return {
    accessToken: parsed.output.access_token,
    refreshToken: parsed.output.refresh_token,
    expiresAt: parsed.output.expires_at,
  };
}

function joinChunks(cookies: readonly Cookie[], name: string): string | undefined {
  const values = new Map(cookies.map((cookie) => [cookie.name, cookie.value]));
  const whole = values.get(name);
  if (whole) return whole;
  let joined = "";
  for (let index = 0; values.has(`${name}.${index}`); index += 1) {
    joined += values.get(`${name}.${index}`) ?? "";
  }
  return joined || undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
