/** What happens when a statement with `requireLiveSession` finds that the session has ended. */
import { redirect } from "react-router";
import { signInPath } from "~/navigation/paths";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { classifyDatabaseError } from "~/platform/database-failure.server";
import { getRequestAuth } from "./request-auth.server";
import { removeSession } from "./session-cookie.server";

/** True for what such a statement throws. */
export function isSessionEnded(error: unknown): boolean {
  return classifyDatabaseError(error) === "session-ended";
}

/** Removes the session cookie and leads to sign-in, and from there to `next`: the requested page by default. Throw it. */
export function endSession(context: RequestContext, next = getRequestAuth(context).path): Response {
  removeSession(getPlatform(context));
  return redirect(signInPath(next));
}

/** For a `catch` that turns failures into refusals: throws `endSession` if that is what failed. */
export function rethrowSessionEnded(error: unknown, context: RequestContext): void {
  if (isSessionEnded(error)) throw endSession(context);
}
