/** What follows a sign-in that succeeded: it is logged, and the browser's previous session ends. */
import { failure, type Result } from "~/http/app-error";
import { codePath } from "~/navigation/paths";
import { getPlatform, type Platform, type RequestContext } from "~/platform/context.server";
import { AUTH_ERRORS } from "../gotrue/auth-errors.server";
import { type Auth, getRequestAuth } from "./request-auth.server";
import { logSecurityEvent } from "./security-log.server";
import {
  type AccessTokenClaims,
  readIssuedClaims,
  readUnverifiedClaims,
} from "./token/access-token.server";

interface Completion {
  readonly accessToken: string;
  readonly next: string;
}

/**
 * Completes a sign-in, and ends the session that the browser had. Returns where to continue: `next`, or the
 * code first.
 */
export async function completeSignIn(context: RequestContext, { accessToken, next }: Completion) {
  const claims = readIssuedClaims(accessToken);
  revokePreviousSession(context, claims);
  await logSecurityEvent(getPlatform(context), "signed-in", claims.userId);
  return codeFirst(claims, next);
}

/**
 * Completes signing in again to the account of `before`. A sign-in to another account is undone: the session
 * stays.
 */
export async function completeReauthentication(
  context: RequestContext,
  before: Auth,
  { accessToken, next }: Completion,
): Promise<Result<string>> {
  const platform = getPlatform(context);
  const claims = readIssuedClaims(accessToken);
  if (claims.userId !== before.session?.userId) {
    revokeInBackground(platform, { accessToken });
    platform.cookies.discardChanges();
    return failure(AUTH_ERRORS.differentAccount);
  }
  revokePreviousSession(context, claims);
  await logSecurityEvent(platform, "reauthenticated", claims.userId);
  return { ok: true, value: codeFirst(claims, next) };
}

/** The page of the two-step code, which leads to `next`, if the code is due; otherwise `next`. */
function codeFirst({ twoStep }: AccessTokenClaims, next: string): string {
  return twoStep === "due" ? codePath(next) : next;
}

/** A browser has one session: the previous one would stay on the list of devices. */
function revokePreviousSession(context: RequestContext, { sessionId }: AccessTokenClaims): void {
  const { cookie } = getRequestAuth(context);
  if (cookie.kind === "none") return;
  const before = readUnverifiedClaims(cookie.tokens.accessToken);
  if (before?.sessionId !== sessionId) revokeInBackground(getPlatform(context), cookie.tokens);
}

/** Ends a session at Supabase Auth after the response is sent. */
export function revokeInBackground(
  platform: Platform,
  tokens: { readonly accessToken: string; readonly refreshToken?: string },
): void {
  const revoking = import("../gotrue/client.server").then(({ revokeSession }) =>
    revokeSession(platform, tokens),
  );
  platform.waitUntil(revoking);
}
