/** Who is asking: read from the cookie, from the cookie alone whenever that is possible. */
import {
  createContext,
  data,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
} from "react-router";
import { getPlatform, type Platform } from "~/platform/context.server";
import {
  type AccessTokenClaims,
  readUnverifiedClaims,
  verifyAccessToken,
} from "./access-token.server";
import { refreshTokens } from "./refresh-tokens.server";
import {
  clearedSessionCookies,
  parseCookies,
  readSessionTokens,
  type SessionTokens,
  sessionCookieName,
  sessionCookieNames,
} from "./session-cookie.server";
import { requireTwoStep } from "./two-step-guard.server";

/** A session this close to its end is refreshed on load (auth-js' own margin). Seconds. */
const REFRESH_MARGIN_S = 10;
/** A page that stays open asks up to three ticks of ten seconds ahead; two tabs must not ask twice. */
const REFRESH_AHEAD_S = 40;

export interface Session extends AccessTokenClaims {
  readonly accessToken: string;
}

/**
 * What the cookie says before the auth server is asked. "expired" tokens are genuine and may be
 * refreshed; "unchecked" ones could not be verified because the public keys cannot be had.
 */
type CookieState =
  | { readonly kind: "none" }
  | { readonly kind: "valid"; readonly session: Session; readonly tokens: SessionTokens }
  | { readonly kind: "expired" | "unchecked"; readonly tokens: SessionTokens };

const cookieStateContext = createContext<CookieState>();
const sessionContext = createContext<Session | null>(null);

type Context = Readonly<RouterContextProvider>;

export interface VisitorState {
  /** An opaque mark of the session; "" for a guest. */
  readonly session: string;
  /** Epoch seconds; null for a guest. */
  readonly expiresAt: number | null;
}

/** Who the visitor is as far as the cookie tells. For menus and for keeping tabs in step, not for guards. */
export function readVisitorState(context: Context): VisitorState {
  const state = context.get(cookieStateContext);
  const session = context.get(sessionContext);
  if (session) return { session: markOf(session), expiresAt: session.expiresAt };
  if (state.kind === "none") return { session: "", expiresAt: null };
  const claims = readUnverifiedClaims(state.tokens.accessToken);
  return { session: claims ? markOf(claims) : "", expiresAt: state.tokens.expiresAt };
}

/** Entering the two-step code changes it, so that the other tabs which ask for a code notice. */
function markOf({ sessionId, twoStep }: AccessTokenClaims): string {
  return twoStep === "due" ? `${sessionId}/due` : sessionId;
}

/** The signed-in session. Only for routes behind `requireSession`; throws elsewhere. */
export function getRequiredSession(context: Context): Session {
  const session = context.get(sessionContext);
  if (!session) throw new Error("A route that needs a session stands outside requireSession");
  return session;
}

/** Root middleware: reads the cookie, and sends the cookies that the request changed. */
export const loadSession: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const platform = getPlatform(context);
  context.set(cookieStateContext, await readCookieState(request, platform));
  const response = await next();
  for (const cookie of platform.responseCookies) response.headers.append("Set-Cookie", cookie);
  return response;
};

/** Middleware of the account area: sends everyone else to sign in or to their code, and back afterwards. */
export const requireSession: MiddlewareFunction<Response> = async (
  { request, url, context },
  next,
) => {
  const session = await resolveSession(request, context);
  if (session === "unavailable") {
    throw data(
      "We can't check your sign-in right now. You are not signed out; please try again in a moment.",
      { status: 503, headers: { "Retry-After": "10" } },
    );
  }
  if (!session) {
    throw redirect(`/auth/signin?next=${encodeURIComponent(url.pathname + url.search)}`);
  }
  requireTwoStep(session, url.pathname + url.search);
  context.set(sessionContext, session);
  getPlatform(context).asker.userId = session.userId;
  return next();
};

/** Like `resolveSession`, but asks for new tokens even if the old ones still have some time. */
export function refreshSession(
  request: Request,
  context: Context,
): Promise<Session | null | "unavailable"> {
  return resolveSession(request, context, REFRESH_AHEAD_S);
}

/**
 * The session, refreshed when it has ended or is about to: null when nobody is signed in, "unavailable"
 * when the auth server would have to be asked and does not answer (which signs nobody out).
 */
export async function resolveSession(
  request: Request,
  context: Context,
  margin = REFRESH_MARGIN_S,
): Promise<Session | null | "unavailable"> {
  const platform = getPlatform(context);
  const state = context.get(cookieStateContext);
  if (state.kind === "none") return null;
  if (state.kind === "unchecked") return "unavailable";
  const current = state.kind === "valid" ? state.session : null;
  // A token from before the claim existed is exchanged for one that has it.
  const isComplete = current !== null && current.twoStep !== "unknown";
  if (isComplete && current.expiresAt - Date.now() / 1000 > margin) return current;

  const refreshed = await refreshTokens(request, platform, {
    refreshToken: state.tokens.refreshToken,
    isStillValid: current !== null,
  });
  if (refreshed === "unavailable") return current ?? "unavailable";
  const session = refreshed === null ? null : await verifiedSession(refreshed, platform);
  if (!session) clearSessionCookies(request, platform);
  return session;
}

/** A Supabase client on this request's session; its SDK is loaded here because few requests need it. */
export async function openSessionClient(request: Request, context: Context) {
  const { createSessionClient } = await import("./supabase.server");
  return createSessionClient(request, getPlatform(context));
}

/** Removes every cookie that holds the session or a part of it, whatever else this request has set. */
export function clearSessionCookies(request: Request, { config, responseCookies }: Platform): void {
  const cookies = parseCookies(request.headers.get("Cookie"));
  const name = sessionCookieName(config.supabase.url);
  responseCookies.length = 0;
  responseCookies.push(...clearedSessionCookies(cookies, name, config.siteUrl));
}

async function readCookieState(request: Request, platform: Platform): Promise<CookieState> {
  const name = sessionCookieName(platform.config.supabase.url);
  const cookies = parseCookies(request.headers.get("Cookie"));
  if (sessionCookieNames(cookies, name).length === 0) return { kind: "none" };
  const tokens = readSessionTokens(cookies, name);
  if (tokens) {
    const verification = await verifyAccessToken(tokens.accessToken, platform.config.supabase);
    if (verification.ok) {
      return { kind: "valid", session: toSession(verification.claims, tokens.accessToken), tokens };
    }
    if (verification.reason === "expired") return { kind: "expired", tokens };
    if (verification.reason === "unavailable") return { kind: "unchecked", tokens };
  }
  clearSessionCookies(request, platform);
  return { kind: "none" };
}

async function verifiedSession(accessToken: string, platform: Platform): Promise<Session | null> {
  const verification = await verifyAccessToken(accessToken, platform.config.supabase);
  return verification.ok ? toSession(verification.claims, accessToken) : null;
}

function toSession(claims: AccessTokenClaims, accessToken: string): Session {
  return { ...claims, accessToken };
}
