/** The authentication state of a request. Imports no SDK, because the Worker reads it for its log. */
import { createContext } from "react-router";
import type { RequestContext } from "~/platform/context.server";
import type { SessionTokens } from "./cookie/session-cookie.server";
import type { AccessTokenClaims } from "./token/access-token.server";

export interface Session extends AccessTokenClaims {
  readonly accessToken: string;
}

/**
 * `code-due`: the code is missing. `unknown`: the session cannot be verified right now; the user is not
 * signed out.
 */
export type Auth =
  /** `hasEnded`: the request's session cannot be refreshed any more. */
  | { readonly kind: "guest"; readonly hasEnded?: true; readonly session?: undefined }
  | { readonly kind: "user" | "code-due"; readonly session: Session }
  | { readonly kind: "unknown"; readonly session?: undefined };

/**
 * The cookie's session. `expired` includes a token whose key is unknown, without `session`. `unverified`:
 * there are no public keys.
 */
export type CookieSession =
  | { readonly kind: "none" }
  | { readonly kind: "valid"; readonly session: Session; readonly tokens: SessionTokens }
  | { readonly kind: "expired"; readonly session?: Session; readonly tokens: SessionTokens }
  | { readonly kind: "unverified"; readonly tokens: SessionTokens };

export interface RequestAuth {
  /**
   * Where signing in returns to: the requested path and query, or the page that links to a resource route.
   */
  path: string;
  readonly cookie: CookieSession;
  refresh?: Promise<Auth>;
  auth?: Auth;
}

/** Null until the root middleware has run, and for requests without a matching route. */
export const requestAuthContext = createContext<RequestAuth | null>(null);

/** The authentication state of the request. Throws if the root middleware has not run. */
export function getRequestAuth(context: RequestContext): RequestAuth {
  const requestAuth = context.get(requestAuthContext);
  if (!requestAuth) throw new Error("No authentication state: authMiddleware has not run");
  return requestAuth;
}

/** The result of `getAuth`, if this request has called it. */
export function getResolvedAuth(context: RequestContext): Auth | undefined {
  return context.get(requestAuthContext)?.auth;
}
