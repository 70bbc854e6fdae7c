/** Runs requests through React Router. */
import { createRequestHandler, type RequestHandler, RouterContextProvider } from "react-router";
import { getResolvedAuth } from "~/auth/session/request-auth.server";
import { RETRY_AFTER_S } from "~/http/app-error";
import { type Platform, platformContext } from "~/platform/context.server";

const importBuild = () => import("virtual:react-router/server-build");
let handler: RequestHandler | undefined;

/** A response, and what the request log records about it. */
export interface RoutedResponse {
  readonly response: Response;
  /** Page cache result; "none" when the request is not cacheable. */
  readonly cache: "hit" | "miss" | "none";
  /** The signed-in user, if the request read the session. */
  readonly userId?: string | undefined;
  /** Milliseconds spent waiting for the database, if it was used. */
  readonly databaseMs?: number | undefined;
}

/** Runs the loaders and actions of `request`, and renders its page. */
export async function handleRoute(request: Request, platform: Platform): Promise<RoutedResponse> {
  const context = new RouterContextProvider();
  context.set(platformContext, platform);
  const handle = await loadHandler();
  const routed = await handle(request, context);
  const response = new Response(routed.body, routed);
  // Routes with an action set the header themselves.
  if (response.status === 405 && !response.headers.has("Allow")) {
    response.headers.set("Allow", "GET, HEAD");
  }
  const retryAfterS = RETRY_AFTER_S[response.status];
  if (retryAfterS) response.headers.set("Retry-After", String(retryAfterS));
  return {
    response,
    cache: "none",
    userId: getResolvedAuth(context)?.session?.userId,
    databaseMs: platform.database.waitedMs(),
  };
}

/** Passing a function re-reads the route manifest on every request, which only HMR needs. */
async function loadHandler(): Promise<RequestHandler> {
  handler ??= createRequestHandler(
    import.meta.env.DEV ? importBuild : await importBuild(),
    import.meta.env.MODE,
  );
  return handler;
}
