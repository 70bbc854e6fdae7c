/** Who is asking: decided once per request, from the cookie alone whenever that is possible. */
import {
  createContext,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
} from "react-router";
import { getPlatform, type Platform } from "~/platform/context.server.ts";
import { type AccessTokenClaims, verifyAccessToken } from "./access-token.server.ts";
import {
  parseCookies,
  readSessionTokens,
  type SessionTokens,
  sessionCookieName,
  sessionCookieNames,
} from "./session-cookie.server.ts";

/** A session this close to its end is refreshed on load (auth-js' own margin). Seconds. */
const REFRESH_MARGIN_S = 10;
/** An auth server that is down must not hold a page longer than this. */
const REFRESH_TIMEOUT_MS = 10_000;

export interface Session extends AccessTokenClaims {
  readonly accessToken: string;
}

const sessionContext = createContext<Session | null>(null);

type Context = Readonly<RouterContextProvider>;

/** The signed-in session, or null. */
export function getSession(context: Context): Session | null {
  return context.get(sessionContext);
}

/** The signed-in session. Only for routes behind `requireSession`; throws elsewhere. */
export function getRequiredSession(context: Context): Session {
  const session = getSession(context);
  if (!session) throw new Error("A route that needs a session stands outside requireSession");
  return session;
}

/** Root middleware: reads the session, and sends the cookies that the request changed. */
export const loadSession: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const platform = getPlatform(context);
  context.set(sessionContext, await readSession(request, platform));
  const response = await next();
  for (const cookie of platform.responseCookies) response.headers.append("Set-Cookie", cookie);
  return response;
};

/** Middleware of the account area: sends everyone else to sign in, and back afterwards. */
export const requireSession: MiddlewareFunction<Response> = async ({ url, context }, next) => {
  if (!getSession(context)) {
    const target = url.pathname + url.search;
    throw redirect(`/auth/signin?next=${encodeURIComponent(target)}`);
  }
  return next();
};

/** Loads Supabase for this request; kept out of the start-up because few requests need it. */
export async function loadSupabase(request: Request, context: Context) {
  const { createSupabase } = await import("./supabase.server.ts");
  return createSupabase(request, getPlatform(context));
}

/** Removes every cookie that holds the session or a part of it. */
export function clearSessionCookies(request: Request, platform: Platform): void {
  const { config, responseCookies } = platform;
  const cookies = parseCookies(request.headers.get("Cookie"));
  const secure = config.siteUrl.startsWith("https:") ? "; Secure" : "";
  for (const name of sessionCookieNames(cookies, sessionCookieName(config.supabase.url))) {
    responseCookies.push(`${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${secure}`);
  }
}

async function readSession(request: Request, platform: Platform): Promise<Session | null> {
  const name = sessionCookieName(platform.config.supabase.url);
  const cookies = parseCookies(request.headers.get("Cookie"));
  if (sessionCookieNames(cookies, name).length === 0) return null;
  const tokens = readSessionTokens(cookies, name);
  if (!tokens) return dropSession(request, platform);

  const secondsLeft = tokens.expiresAt - Date.now() / 1000;
  return secondsLeft > REFRESH_MARGIN_S
    ? verifyTokens(request, platform, tokens)
    : refreshTokens(request, platform, tokens);
}

async function verifyTokens(
  request: Request,
  platform: Platform,
  tokens: SessionTokens,
): Promise<Session | null> {
  const verification = await verifyAccessToken(tokens.accessToken, platform.config.supabase);
  if (verification.ok) return { ...verification.claims, accessToken: tokens.accessToken };
  return verification.reason === "unavailable" ? null : dropSession(request, platform);
}

/** Refreshes; keeps the cookies when the auth server cannot be asked, for an outage is no sign-out. */
async function refreshTokens(
  request: Request,
  platform: Platform,
  tokens: SessionTokens,
): Promise<Session | null> {
  const { createSupabase } = await import("./supabase.server.ts");
  const { isAuthRetryableFetchError } = await import("@supabase/supabase-js");
  const refresh = createSupabase(request, platform).auth.refreshSession({
    refresh_token: tokens.refreshToken,
  });
  const outcome = await Promise.race([refresh, timeout(REFRESH_TIMEOUT_MS)]);
  if (outcome === "timeout" || isAuthRetryableFetchError(outcome.error)) {
    const stillValid = tokens.expiresAt > Date.now() / 1000;
    return stillValid ? verifyTokens(request, platform, tokens) : null;
  }
  const { session } = outcome.data;
  if (!session) return dropSession(request, platform);
  return verifyTokens(request, platform, {
    accessToken: session.access_token,
    refreshToken: session.refresh_token,
    expiresAt: session.expires_at ?? 0,
  });
}

function dropSession(request: Request, platform: Platform): null {
  clearSessionCookies(request, platform);
  return null;
}

function timeout(ms: number): Promise<"timeout"> {
  return new Promise((resolve) => setTimeout(() => resolve("timeout"), ms));
}
