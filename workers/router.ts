/** React Router's part of a request. */
import { createRequestHandler, type RequestHandler, RouterContextProvider } from "react-router";
import { getResolvedAuth } from "~/auth/session/request-auth.server";
import { OUTAGE_RETRY_S } from "~/forms/app-error";
import { type Platform, platformContext } from "~/platform/context.server";

const importBuild = () => import("virtual:react-router/server-build");
let handler: RequestHandler | undefined;

/** A response and what the request log says about it. */
export interface RoutedResponse {
  readonly response: Response;
  /** Whether the page cache answered; "none" where it does not apply. */
  readonly cache: "hit" | "miss" | "none";
  /** The signed-in user, if the request looked. */
  readonly userId?: string | undefined;
  /** Time spent waiting for the database, if it was asked. */
  readonly databaseMs?: number | undefined;
}

/** Runs the loaders and actions of `request`, and renders its page. */
export async function handleRoute(request: Request, platform: Platform): Promise<RoutedResponse> {
  const context = new RouterContextProvider();
  context.set(platformContext, platform);
  const handle = await loadHandler();
  const routed = await handle(request, context);
  const response = new Response(routed.body, routed);
  // Routes that take more than reading name their methods themselves.
  if (response.status === 405 && !response.headers.has("Allow")) {
    response.headers.set("Allow", "GET, HEAD");
  }
  // The router drops the headers of what a middleware throws.
  if (response.status === 503 && !response.headers.has("Retry-After")) {
    response.headers.set("Retry-After", String(OUTAGE_RETRY_S));
  }
  const visitor = getResolvedAuth(context);
  return {
    response,
    cache: "none",
    userId: visitor && "session" in visitor ? visitor.session.userId : undefined,
    databaseMs: platform.database.waitedMs(),
  };
}

/**
 * Given a function instead of its build, a handler reads the route table anew for every request: what HMR needs in dev,
 * and what production does without.
 */
async function loadHandler(): Promise<RequestHandler> {
  handler ??= createRequestHandler(
    import.meta.env.DEV ? importBuild : await importBuild(),
    import.meta.env.MODE,
  );
  return handler;
}
