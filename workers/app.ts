/** The Worker. Wiring only: what it serves is in `app/routes.ts`. */
import {
  createRequestHandler,
  type RequestHandler,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import { visitorSoFar } from "~/auth/session/visit.server";
import { OUTAGE_RETRY_S } from "~/forms/refusal";
import { type Config, readConfig } from "~/platform/config.server";
import { createPlatform, type Platform, platformContext } from "~/platform/context.server";
import { hashUserId, logError, logInfo, routeOf } from "~/platform/log.server";
import { drainBody } from "~/platform/read-body.server";
import { addSecurityHeaders, cutFragment } from "~/platform/security-headers.server";
import { anonymousRequest, isCacheable, readPageCache, writePageCache } from "./page-cache";
import { misconfigured, turnAway } from "./request-gate";
import { runScheduled } from "./scheduled";

const importBuild = () => import("virtual:react-router/server-build");
let build: ServerBuild | undefined;

/** An import costs even where the module is loaded already; in dev it has to be repeated, for HMR. */
async function loadBuild(): Promise<ServerBuild> {
  if (import.meta.env.DEV) return importBuild();
  build ??= await importBuild();
  return build;
}

/** Given a function instead of its build, a handler reads the route table anew for every request. */
let handler: RequestHandler | undefined;

export default {
  async fetch(request, env, ctx) {
    const startedAt = Date.now();
    const requestId = request.headers.get("CF-Ray") ?? crypto.randomUUID();
    const config = tryReadConfig(env);
    if (!config) return misconfigured(requestId, env.ENVIRONMENT);

    const options = { config, env, ctx, requestId };
    const served =
      import.meta.env.PROD && isCacheable(request, config)
        ? await serveCached(request, options)
        : await serve(request, { ...options, request });
    const { response, cache, userId, databaseMs } = served;
    // Until the first byte; a streamed page may still be on its way.
    const ms = Date.now() - startedAt;
    response.headers.set("X-Request-Id", requestId);
    response.headers.set("Server-Timing", serverTiming({ ms, databaseMs, cache }));
    logInfo("request", {
      requestId,
      method: request.method,
      route: routeOf(new URL(request.url).pathname),
      status: response.status,
      cache,
      ms,
      databaseMs,
      user: userId && (await hashUserId(userId)),
    });
    return response;
  },

  async scheduled({ cron }, env, ctx) {
    const requestId = crypto.randomUUID();
    await runScheduled(cron, createPlatform({ config: readConfig(env), env, ctx, requestId }));
  },
} satisfies ExportedHandler<Env>;

type PlatformOptions = Parameters<typeof createPlatform>[0];

/** A response and what the request log says about it. */
interface Served {
  readonly response: Response;
  /** Whether the page cache answered; "none" where it does not apply. */
  readonly cache: "hit" | "miss" | "none";
  /** The signed-in user, if the request looked. */
  readonly userId?: string | undefined;
  /** Time spent waiting for the database, if it was asked. */
  readonly databaseMs?: number | undefined;
}

/** https://www.w3.org/TR/server-timing/ */
function serverTiming(facts: {
  ms: number;
  databaseMs: number | undefined;
  cache: Served["cache"];
}): string {
  const { ms, databaseMs, cache } = facts;
  const database = databaseMs === undefined ? [] : [`database;dur=${databaseMs}`];
  return [`worker;dur=${ms}`, ...database, `cache;desc=${cache}`].join(", ");
}

/** A public page for a guest: from the page cache, or rendered into it. */
async function serveCached(request: Request, options: PlatformOptions): Promise<Served> {
  const cached = readPageCache(request);
  if (cached) return { response: cached, cache: "hit" };
  const rendered = await serve(anonymousRequest(request), { ...options, isAnonymousRender: true });
  return { response: await writePageCache(request, rendered.response), cache: "miss" };
}

/** Everything else. */
async function serve(request: Request, options: PlatformOptions): Promise<Served> {
  const platform = createPlatform(options);
  const served = await respond(request, platform);
  options.ctx.waitUntil(platform.close());
  return served;
}

async function respond(request: Request, platform: Platform): Promise<Served> {
  const { environment, siteUrl } = platform.config;
  const refused = await turnAway(request, { siteUrl, requestId: platform.requestId });
  const served: Served = refused
    ? { response: refused, cache: "none" }
    : await route(request, platform);
  await drainBody(request);
  cutFragment(served.response.headers, siteUrl);
  addSecurityHeaders(served.response.headers, environment);
  return served;
}

async function route(request: Request, platform: Platform): Promise<Served> {
  const context = new RouterContextProvider();
  context.set(platformContext, platform);
  handler ??= createRequestHandler(
    import.meta.env.DEV ? importBuild : await loadBuild(),
    import.meta.env.MODE,
  );
  const routed = await handler(request, context);
  const response = new Response(routed.body, routed);
  // Routes that take more than reading name their methods themselves.
  if (response.status === 405 && !response.headers.has("Allow")) {
    response.headers.set("Allow", "GET, HEAD");
  }
  // The router drops the headers of what a middleware throws.
  if (response.status === 503 && !response.headers.has("Retry-After")) {
    response.headers.set("Retry-After", String(OUTAGE_RETRY_S));
  }
  const visitor = visitorSoFar(context);
  return {
    response,
    cache: "none",
    userId: visitor && "session" in visitor ? visitor.session.userId : undefined,
    databaseMs: platform.database.waitedMs(),
  };
}

function tryReadConfig(env: Env): Config | undefined {
  try {
    return readConfig(env);
  } catch (error) {
    logError("config.invalid", error);
    return undefined;
  }
}
