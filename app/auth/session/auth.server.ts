/** Who is asking: decided once a request, from the cookie alone whenever that is possible. */
import { createContext, type MiddlewareFunction, redirect } from "react-router";
import { appErrorResponse } from "~/forms/app-error";
import { signInPath, twoStepCodePath } from "~/navigation/paths";
import { getPlatform, type Platform, type RequestContext } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import {
  type AccessTokenClaims,
  readUnverifiedClaims,
  verifyAccessToken,
} from "../access-token.server";
import { AUTH_ERRORS } from "../auth-errors.server";
import { logSecurityEvent } from "../security-log.server";
import { refreshTokens } from "./refresh-tokens.server";
import {
  type Auth,
  type CookieSession,
  getRequestAuth,
  type RequestAuth,
  requestAuthContext,
  type Session,
} from "./request-auth.server";
import {
  readSessionTokens,
  removeSession,
  sessionCookieName,
  sessionCookieNames,
} from "./session-cookie.server";
import { MFA_REQUIRED_SUFFIX } from "./session-sync";

/** A session this close to its end is refreshed on load (auth-js' own margin). Seconds. */
const REFRESH_MARGIN_S = 10;
/** A page that stays open asks up to three ticks of ten seconds ahead; two tabs must not ask twice. */
const REFRESH_AHEAD_S = 40;

const sessionContext = createContext<Session>();

/** Root middleware: reads the session cookie, and sends the cookies that the request changed. */
export const authMiddleware: MiddlewareFunction<Response> = async ({ url, context }, next) => {
  const platform = getPlatform(context);
  const path = url.pathname + url.search;
  context.set(requestAuthContext, { path, cookie: await readCookieState(platform) });
  const response = await next();
  const changed = platform.cookies.setCookieHeaders();
  for (const cookie of changed) response.headers.append("Set-Cookie", cookie);
  // Whoever kept such a response would hand one visitor's cookies to another.
  if (changed.length > 0) response.headers.set("Cache-Control", "private, no-store");
  return response;
};

/** The visitor, with a session that has some time left: it is refreshed when it has ended or is about to. */
export function getAuth(context: RequestContext): Promise<Auth> {
  return resolveAuth(context, REFRESH_MARGIN_S);
}

/** The visitor, with a session that a page which stays open can count on until it asks again. */
export function refreshIfExpiring(context: RequestContext): Promise<Auth> {
  return resolveAuth(context, REFRESH_AHEAD_S);
}

async function resolveAuth(context: RequestContext, marginS: number): Promise<Auth> {
  const visit = getRequestAuth(context);
  visit.auth = await identify(visit, getPlatform(context), marginS);
  return visit.auth;
}

async function identify(visit: RequestAuth, platform: Platform, marginS: number): Promise<Auth> {
  const { cookie } = visit;
  if (cookie.kind === "none") return { kind: "guest" };
  if (cookie.kind === "unchecked") return { kind: "unknown" };
  const current = cookie.kind === "valid" ? cookie.session : undefined;
  if (current && !visit.refresh && isGoodFor(current, marginS))
    return toAuth(current, platform.requestId);

  visit.refresh ??= refreshTokens(platform, {
    refreshToken: cookie.tokens.refreshToken,
    isStillValid: current !== undefined,
  });
  const refresh = await visit.refresh;
  if (refresh.kind === "over") {
    removeSession(platform);
    return { kind: "guest" };
  }
  if (refresh.kind === "unavailable")
    return current ? toAuth(current, platform.requestId) : { kind: "unknown" };
  const { accessToken } = refresh;
  const renewed = await verifyAccessToken(accessToken, platform.config.supabase);
  // The auth server has just given this token: if it cannot be checked, the fault is not the visitor's.
  return renewed.ok
    ? toAuth({ ...renewed.claims, accessToken }, platform.requestId)
    : { kind: "unknown" };
}

/** A token from before the two-step claim existed is exchanged for one that has it. */
function isGoodFor(session: Session, marginS: number): boolean {
  return session.twoStep !== "unknown" && session.expiresAt - Date.now() / 1000 > marginS;
}

/** The visitor with this verified session. Without the two-step claim nobody gets in. */
export function toAuth(session: Session, requestId: string): Auth {
  if (session.twoStep === "due") return { kind: "code-due", session };
  if (session.twoStep !== "unknown") return { kind: "signed-in", session };
  logError(
    "auth.two_step_claim_missing",
    "Access tokens lack two_step: enable the hook add_two_step_claim (docs/operations.md)",
    { requestId },
  );
  return { kind: "unknown" };
}

/** The session of a signed-in visitor. Throws what a page says to everyone else, who is on the way to `next`. */
export function requireSignedIn(visitor: Auth, next: string): Session {
  switch (visitor.kind) {
    case "signed-in":
      return visitor.session;
    case "code-due":
      throw redirect(twoStepCodePath(next));
    case "guest":
      throw redirect(signInPath(next));
    case "unknown":
      throw appErrorResponse(AUTH_ERRORS.sessionUnchecked);
  }
}

/** Middleware of the account area: sends everyone else to sign in or to their code, and back afterwards. */
export const requireSession: MiddlewareFunction<Response> = async ({ context }, next) => {
  const visitor = await getAuth(context);
  context.set(sessionContext, requireSignedIn(visitor, getRequestAuth(context).path));
  return next();
};

/** The signed-in session. Only for routes behind `requireSession`; throws elsewhere. */
export function getSession(context: RequestContext): Session {
  return context.get(sessionContext);
}

export interface ClientSession {
  /** A mark of the session (`userIdOfSessionKey`); "" for a guest. */
  readonly sessionKey: string;
  /** "" for a guest, and where the account has none. */
  readonly email: string;
  /** Epoch seconds; null for a guest. */
  readonly expiresAt: number | null;
}

/** The session as far as the cookie tells. For menus and for keeping tabs in step, not for guards. */
export function readClientSession(context: RequestContext): ClientSession {
  const { cookie, auth: visitor } = getRequestAuth(context);
  if (visitor && "session" in visitor) {
    const { email, expiresAt } = visitor.session;
    return { sessionKey: sessionKeyOf(visitor.session), email, expiresAt };
  }
  if (cookie.kind === "none" || visitor?.kind === "guest") {
    return { sessionKey: "", email: "", expiresAt: null };
  }
  const claims = readUnverifiedClaims(cookie.tokens.accessToken);
  const { expiresAt } = cookie.tokens;
  return { sessionKey: claims ? sessionKeyOf(claims) : "", email: claims?.email ?? "", expiresAt };
}

/** Entering the two-step code changes it, so that the other tabs which ask for a code notice. */
function sessionKeyOf({ userId, sessionId, twoStep }: AccessTokenClaims): string {
  const mark = `${userId}/${sessionId}`;
  return twoStep === "due" ? mark + MFA_REQUIRED_SUFFIX : mark;
}

/** A Supabase client on this request's session; its SDK is loaded here because few requests need it. */
export async function openSessionClient(context: RequestContext) {
  const { createSessionClient } = await import("./supabase.server");
  return createSessionClient(getPlatform(context));
}

/** Ends a session at the auth server, behind the response. */
export function revokeInBackground(
  platform: Platform,
  tokens: { readonly accessToken: string; readonly refreshToken?: string },
): void {
  const revoking = import("./supabase.server").then(({ revokeSession }) =>
    revokeSession(platform, tokens),
  );
  platform.waitUntil(revoking);
}

/** Logs a sign-in that has just given `accessToken`. Returns where it goes on: to `next`, or to the code first. */
export async function afterSignIn(
  context: RequestContext,
  accessToken: string,
  next: string,
): Promise<string> {
  const claims = readUnverifiedClaims(accessToken);
  if (claims) await logSecurityEvent(getPlatform(context), "signed-in", claims.userId);
  return claims?.twoStep === "due" ? twoStepCodePath(next) : next;
}

async function readCookieState(platform: Platform): Promise<CookieSession> {
  const { supabase } = platform.config;
  const name = sessionCookieName(platform.config);
  const cookies = platform.cookies.all();
  if (sessionCookieNames(cookies, name).length === 0) return { kind: "none" };
  const tokens = await readSessionTokens(cookies, name);
  if (tokens) {
    const { accessToken } = tokens;
    const verification = await verifyAccessToken(accessToken, supabase);
    if (verification.ok) {
      return { kind: "valid", session: { ...verification.claims, accessToken }, tokens };
    }
    const { reason } = verification;
    // A revoked key ends no session: the refresh token shows whether there is one.
    if (reason === "expired" || reason === "unknown-key") return { kind: "expired", tokens };
    if (reason === "unavailable") return { kind: "unchecked", tokens };
  }
  removeSession(platform);
  return { kind: "none" };
}
