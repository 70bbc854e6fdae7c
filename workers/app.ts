/** The Worker. Wiring only: what it serves is in `app/routes.ts`. */
import { WorkerEntrypoint } from "cloudflare:workers";
import {
  createRequestHandler,
  type RequestHandler,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import { visitorSoFar } from "~/auth/visit.server";
import { type Config, readConfig } from "~/platform/config.server";
import { createPlatform, type Platform, platformContext } from "~/platform/context.server";
import { hashUserId, logError, logInfo, routeOf } from "~/platform/log.server";
import { drainBody } from "~/platform/read-body.server";
import { addSecurityHeaders, cutFragment } from "~/platform/security-headers.server";
import { EDGE_CACHE_CONTROL, isForAnyone, type PageSource, servePublicPage } from "./public-page";
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

/** The cached entrypoint: renders a public page for nobody in particular. See public-page.ts. */
export class PublicPages extends WorkerEntrypoint<Env> {
  override async fetch(request: Request): Promise<Response> {
    const requestId = request.headers.get("X-Request-Id") ?? crypto.randomUUID();
    const config = readConfig(this.env);
    const platform = createPlatform({
      config,
      env: this.env,
      ctx: this.ctx,
      requestId,
      isShared: true,
    });
    const { response } = await respond(request, platform);
    if (response.status === 200) response.headers.set("Cache-Control", EDGE_CACHE_CONTROL);
    this.ctx.waitUntil(platform.close());
    return response;
  }
}

export default {
  async fetch(request, env, ctx) {
    const startedAt = Date.now();
    const requestId = request.headers.get("CF-Ray") ?? crypto.randomUUID();
    const config = tryReadConfig(env);
    if (!config) return misconfigured(requestId, env.ENVIRONMENT);

    const isPublic = import.meta.env.PROD && isForAnyone(request, config);
    const served: Served = isPublic
      ? await servePublicPage(request, ctx.exports.PublicPages, requestId)
      : await servePersonal(request, { config, env, ctx, requestId, request });
    const { response, source = "none", userId, databaseMs } = served;
    // Until the first byte; a streamed page may still be on its way.
    const ms = Date.now() - startedAt;
    response.headers.set("X-Request-Id", requestId);
    response.headers.set("Server-Timing", serverTiming({ ms, databaseMs, source }));
    logInfo("request", {
      requestId,
      method: request.method,
      route: routeOf(new URL(request.url).pathname),
      status: response.status,
      source,
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

/** A response, and what the log wants to know of it. */
interface Served {
  readonly response: Response;
  /** Where a public page came from. */
  readonly source?: PageSource;
  /** Who was served, where that was found out. */
  readonly userId?: string | undefined;
  /** Time spent waiting for the database, where it was asked. */
  readonly databaseMs?: number | undefined;
}

/** https://www.w3.org/TR/server-timing/ */
function serverTiming(facts: {
  ms: number;
  databaseMs: number | undefined;
  source: string;
}): string {
  const { ms, databaseMs, source } = facts;
  const database = databaseMs === undefined ? [] : [`database;dur=${databaseMs}`];
  return [`worker;dur=${ms}`, ...database, `cache;desc=${source}`].join(", ");
}

/** Everything that depends on who asks. */
async function servePersonal(
  request: Request,
  options: Parameters<typeof createPlatform>[0],
): Promise<Served> {
  const platform = createPlatform(options);
  const served = await respond(request, platform);
  options.ctx.waitUntil(platform.close());
  return served;
}

async function respond(request: Request, platform: Platform): Promise<Served> {
  const { environment, siteUrl } = platform.config;
  const refused = await turnAway(request, { siteUrl, requestId: platform.requestId });
  const served = refused ? { response: refused } : await route(request, platform);
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
  const visitor = visitorSoFar(context);
  return {
    response,
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
