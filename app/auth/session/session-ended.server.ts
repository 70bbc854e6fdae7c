/** What a request does when it finds that its session has ended. */
import type { AuthError } from "@supabase/supabase-js";
import { redirect } from "react-router";
import { sessionEndedPath } from "~/navigation/paths";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { classifyDatabaseError } from "~/platform/database-failure.server";
import { isAuthSessionEnded } from "../gotrue/codes.server";
import { removeSession } from "./cookie/session-cookie.server";
import { getRequestAuth } from "./request-auth.server";

/** True for the error of a statement with `requireLiveSession` whose session has ended. */
export function isSessionEnded(error: unknown): boolean {
  return classifyDatabaseError(error) === "session-ended";
}

/** Removes the session cookie. Returns a redirect to sign-in, which says so and leads to `next`. */
export function endSession(context: RequestContext, next = getRequestAuth(context).path): Response {
  removeSession(getPlatform(context));
  return redirect(sessionEndedPath(next));
}

/**
 * Throws `endSession` if the database says that the session has ended. For a `catch` that turns failures into
 * form errors.
 */
export function rethrowSessionEnded(error: unknown, context: RequestContext): void {
  if (isSessionEnded(error)) throw endSession(context);
}

/** Throws `endSession` if the error of an auth client says that the session has ended. */
export function throwIfAuthSessionEnded(
  error: AuthError | null,
  context: RequestContext,
  next?: string,
): void {
  if (isAuthSessionEnded(error)) throw endSession(context, next);
}
