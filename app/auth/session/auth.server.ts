/** Authentication of a request: once per request, and from the cookie alone whenever possible. */
import { createContext, type MiddlewareFunction, redirect } from "react-router";
import { appErrorResponse } from "~/http/app-error";
import { codePath, sessionEndedPath, signInPath } from "~/navigation/paths";
import { getPlatform, type Platform, type RequestContext } from "~/platform/context.server";
import { logError, logInfo } from "~/platform/log.server";
import { AUTH_ERRORS } from "../gotrue/auth-errors.server";
import { isAuthSessionEnded, isOutage } from "../gotrue/codes.server";
import {
  readSessionTokens,
  removeSession,
  type SessionTokens,
  sessionCookieName,
  sessionCookieNames,
} from "./cookie/session-cookie.server";
import {
  type Auth,
  type CookieSession,
  getRequestAuth,
  type RequestAuth,
  requestAuthContext,
  type Session,
} from "./request-auth.server";
import { CODE_DUE_SUFFIX } from "./tabs/session-sync";
import {
  type AccessTokenClaims,
  readUnverifiedClaims,
  verifyAccessToken,
} from "./token/access-token.server";

/** On load, a session with less time left than this is refreshed (the margin of auth-js). Seconds. */
const REFRESH_MARGIN_S = 10;
/**
 * An open page refreshes up to three 10-second ticks ahead; the extra time keeps two tabs from both
 * refreshing.
 */
const REFRESH_AHEAD_S = 40;
/** The timeout of a refresh while the current token is still valid, and for pages that guests see too. */
const REFRESH_TIMEOUT_MS = 1_000;

type RefreshableSession = Extract<CookieSession, { kind: "valid" | "expired" }>;

const sessionContext = createContext<Session>();
/** Set when a page may read before its expired token is refreshed. */
const expiredSessionContext = createContext<Session | null>(null);

/** Root middleware: reads the session cookie, and sets the cookies that the request changed. */
export const authMiddleware: MiddlewareFunction<Response> = async ({ url, context }, next) => {
  const platform = getPlatform(context);
  const path = url.pathname + url.search;
  context.set(requestAuthContext, { path, cookie: await readCookieState(platform) });
  const response = await next();
  const changed = platform.cookies.setCookieHeaders();
  for (const cookie of changed) response.headers.append("Set-Cookie", cookie);
  // A shared cache must not serve one user's cookies to another.
  if (changed.length > 0) response.headers.set("Cache-Control", "private, no-store");
  return response;
};

/**
 * Authenticates the request, and refreshes the session if it is about to expire. `for`: an "open-page" is
 * refreshed earlier; a "guest-page" waits a second at most, and then is `unknown`.
 */
export async function getAuth(
  context: RequestContext,
  options: { readonly for?: "open-page" | "guest-page" } = {},
): Promise<Auth> {
  const requestAuth = getRequestAuth(context);
  const marginS = options.for === "open-page" ? REFRESH_AHEAD_S : REFRESH_MARGIN_S;
  const authenticating = authenticate(requestAuth, getPlatform(context), marginS).then((auth) => {
    requestAuth.auth = auth;
    return auth;
  });
  if (options.for !== "guest-page") return authenticating;
  const auth = await Promise.race([authenticating, refreshTimeout()]);
  return auth === "timeout" ? { kind: "unknown" } : auth;
}

async function authenticate(
  requestAuth: RequestAuth,
  platform: Platform,
  marginS: number,
): Promise<Auth> {
  const { cookie } = requestAuth;
  if (cookie.kind === "none") return { kind: "guest" };
  if (cookie.kind === "unverified") return { kind: "unknown" };
  const current = cookie.kind === "valid" ? cookie.session : undefined;
  if (current && !requestAuth.refresh && isUsableFor(current, marginS))
    return toAuth(current, platform.requestId);
  requestAuth.refresh ??= refreshSession(cookie, platform);
  return requestAuth.refresh;
}

/**
 * Exchanges the refresh token, and sets the cookies. Concurrent refreshes are safe: Supabase Auth accepts one
 * for ten seconds.
 */
async function refreshSession(cookie: RefreshableSession, platform: Platform): Promise<Auth> {
  const { createRefreshClient } = await import("./session-client.server");
  const client = createRefreshClient(platform);
  const refresh = client.refreshSession({ refresh_token: cookie.tokens.refreshToken });
  const isValid = cookie.kind === "valid";
  const outcome = await (isValid ? Promise.race([refresh, refreshTimeout()]) : refresh);
  if (outcome === "timeout") return keepSession(cookie, platform);
  const { data, error } = outcome;
  if (data.session) return acceptToken(data.session.access_token, cookie, platform);
  // A malformed refresh token belongs to no session; after any other error, the session may go on.
  if (isAuthSessionEnded(error) || error?.code === "validation_failed")
    return dropSession(platform);
  if (error && !isOutage(error)) {
    const { requestId } = platform;
    logInfo("auth.refresh_unavailable", { requestId, code: error.code, reason: error.message });
  }
  return keepSession(cookie, platform);
}

/** The authentication state by the token that a refresh returned. */
async function acceptToken(
  accessToken: string,
  { session }: RefreshableSession,
  platform: Platform,
): Promise<Auth> {
  const verification = await verifyAccessToken(accessToken, platform);
  // A new token that cannot be verified means the keys are unavailable, so the session is kept.
  if (!verification.ok) return { kind: "unknown" };
  const { claims } = verification;
  // The refresh token of another user or session is not this one's.
  if (session && (session.userId !== claims.userId || session.sessionId !== claims.sessionId))
    return dropSession(platform);
  return toAuth({ ...claims, accessToken }, platform.requestId);
}

/** The authentication state without a refresh: the current token is used as long as it is valid. */
function keepSession({ kind, session }: RefreshableSession, { requestId }: Platform): Auth {
  return kind === "valid" ? toAuth(session, requestId) : { kind: "unknown" };
}

function dropSession(platform: Platform): Auth {
  removeSession(platform);
  return { kind: "guest", hasEnded: true };
}

function refreshTimeout(): Promise<"timeout"> {
  return new Promise((resolve) => setTimeout(() => resolve("timeout"), REFRESH_TIMEOUT_MS));
}

/** False for a token without the two-step claim: a refresh returns one that has it. */
function isUsableFor(session: Session, marginS: number): boolean {
  return session.twoStep !== "unknown" && session.expiresAt - Date.now() / 1000 > marginS;
}

/** The authentication state of a verified session; `unknown` without the two-step claim. */
export function toAuth(session: Session, requestId: string): Auth {
  if (session.twoStep === "due") return { kind: "code-due", session };
  if (session.twoStep !== "unknown") return { kind: "user", session };
  logError(
    "auth.two_step_claim_missing",
    "Access tokens lack two_step: enable the hook add_two_step_claim (docs/setup.md)",
    { requestId },
  );
  return { kind: "unknown" };
}

/**
 * The session of a signed-in user. Otherwise throws a redirect to sign-in or to the code, and then to `next`.
 */
export function requireSignedIn(auth: Auth, next: string): Session {
  switch (auth.kind) {
    case "user":
      return auth.session;
    case "code-due":
      throw redirect(codePath(next));
    case "guest":
      throw redirect(auth.hasEnded ? sessionEndedPath(next) : signInPath(next));
    case "unknown":
      throw appErrorResponse(AUTH_ERRORS.sessionUnverified);
  }
}

/**
 * Middleware of the account area: redirects to sign-in or to the code. `readDuringRefresh`: paths whose
 * loaders begin with `readAsUser` or `ensureFreshSession`, so they may start while an expired token is
 * refreshed. `pageForResource`: the page to return to in place of a resource route.
 */
export function requireSession(
  readDuringRefresh: readonly string[],
  pageForResource: Readonly<Record<string, string>> = {},
): MiddlewareFunction<Response> {
  return async ({ request, url, context }, next) => {
    const requestAuth = getRequestAuth(context);
    requestAuth.path = pageForResource[url.pathname] ?? requestAuth.path;
    const { cookie } = requestAuth;
    const isRead = request.method !== "POST" && readDuringRefresh.includes(url.pathname);
    const session = cookie.kind === "expired" ? cookie.session : undefined;
    if (isRead && (session?.twoStep === "none" || session?.twoStep === "done")) {
      context.set(expiredSessionContext, session);
      const response = await next();
      await ensureFreshSession(context);
      return response;
    }
    await ensureFreshSession(context);
    return next();
  };
}

/** Waits for the refresh of an expired token, if any. Throws like `requireSignedIn`. */
export async function ensureFreshSession(context: RequestContext): Promise<Session> {
  const session = requireSignedIn(await getAuth(context), getRequestAuth(context).path);
  context.set(sessionContext, session);
  return session;
}

/**
 * The session by its token, which may have expired: for reads that are discarded unless `ensureFreshSession`
 * succeeds.
 */
export function getPossiblyExpiredSession(context: RequestContext): Session {
  return context.get(expiredSessionContext) ?? getSession(context);
}

/**
 * The signed-in session. Throws outside of routes behind `requireSession`, and before `ensureFreshSession`.
 */
export function getSession(context: RequestContext): Session {
  return context.get(sessionContext);
}

/**
 * The session as the cookie claims it, for menus and tabs, not for guards. `sessionKey`:
 * `{userId}/{sessionId}`, or "". `email`: "" once the token has expired, because its session may have ended.
 */
export async function readUnverifiedSession(context: RequestContext) {
  if (context.get(expiredSessionContext)) await getAuth(context);
  const { cookie, auth } = getRequestAuth(context);
  if (cookie.kind === "none" || auth?.kind === "guest") {
    return { sessionKey: "", email: "", expiresAt: null };
  }
  const session = auth?.session ?? (cookie.kind === "valid" ? cookie.session : undefined);
  if (session) {
    const { email, expiresAt } = session;
    return { sessionKey: toSessionKey(session), email, expiresAt };
  }
  const claims = readUnverifiedClaims(cookie.tokens.accessToken);
  const { expiresAt } = cookie.tokens;
  return { sessionKey: claims ? toSessionKey(claims) : "", email: "", expiresAt };
}

/** The suffix changes once the code is entered, so that other tabs on the code page notice. */
function toSessionKey({ userId, sessionId, twoStep }: AccessTokenClaims): string {
  const key = `${userId}/${sessionId}`;
  return twoStep === "due" ? key + CODE_DUE_SUFFIX : key;
}

/** A Supabase client for this request's session. Loads the SDK on demand, because few requests need it. */
export async function openSessionClient(context: RequestContext) {
  const { createSessionClient } = await import("./session-client.server");
  return createSessionClient(getPlatform(context));
}

async function readCookieState(platform: Platform): Promise<CookieSession> {
  const name = sessionCookieName(platform.config);
  const cookies = platform.cookies.all();
  if (sessionCookieNames(cookies, name).length === 0) return { kind: "none" };
  const tokens = await readSessionTokens(cookies, name);
  const state = tokens && (await verifyTokens(tokens, platform));
  if (state) return state;
  removeSession(platform);
  return { kind: "none" };
}

/** The state of a cookie with these tokens; undefined if the access token is invalid. */
async function verifyTokens(
  tokens: SessionTokens,
  platform: Platform,
): Promise<CookieSession | undefined> {
  const { accessToken } = tokens;
  const verification = await verifyAccessToken(accessToken, platform);
  if (verification.ok) {
    return { kind: "valid", session: { ...verification.claims, accessToken }, tokens };
  }
  if (verification.reason === "expired") {
    return { kind: "expired", session: { ...verification.claims, accessToken }, tokens };
  }
  // With a revoked key, the refresh token decides whether the session has ended.
  if (verification.reason === "unknown-key") return { kind: "expired", tokens };
  return verification.reason === "unavailable" ? { kind: "unverified", tokens } : undefined;
}
