/** What one request knows of its visitor. Light, because the Worker reads it for its log. */
import { createContext } from "react-router";
import type { RequestContext } from "~/platform/context.server";
import type { AccessTokenClaims } from "../access-token.server";
import type { RefreshResult } from "./refresh-tokens.server";
import type { SessionTokens } from "./session-cookie.server";

export interface Session extends AccessTokenClaims {
  readonly accessToken: string;
}

/**
 * `mfa-required`: signed in as far as the password goes; the two-step code is missing. `unknown`: there is a
 * session, and nobody can tell right now whether it holds. That signs nobody out.
 */
export type Auth =
  | { readonly kind: "guest" }
  | { readonly kind: "user" | "mfa-required"; readonly session: Session }
  | { readonly kind: "unknown" };

/**
 * What the cookie says before the auth server is asked. `expired`: to be refreshed, because it has expired or its key
 * is unknown. `unchecked`: not verified, because the public keys are unavailable.
 */
export type CookieSession =
  | { readonly kind: "none" }
  | { readonly kind: "valid"; readonly session: Session; readonly tokens: SessionTokens }
  | { readonly kind: "expired" | "unchecked"; readonly tokens: SessionTokens };

/** What one request knows of its visitor. */
export interface RequestAuth {
  /** Path and query of what was requested: where signing in leads back to. */
  readonly path: string;
  readonly cookie: CookieSession;
  /** The refresh of this request, once somebody needed it. */
  refresh?: Promise<RefreshResult>;
  /** The visitor, once somebody asked. */
  auth?: Auth;
}

/** Null until the root middleware has run, and for what it never sees, such as a path that no route has. */
export const requestAuthContext = createContext<RequestAuth | null>(null);

/** What this request knows. Throws where the root middleware has not run. */
export function getRequestAuth(context: RequestContext): RequestAuth {
  const visit = context.get(requestAuthContext);
  if (!visit) throw new Error("Nobody has been identified: identifyVisitor has not run");
  return visit;
}

/** The visitor, as far as this request has found out. */
export function getResolvedAuth(context: RequestContext): Auth | undefined {
  return context.get(requestAuthContext)?.auth;
}
