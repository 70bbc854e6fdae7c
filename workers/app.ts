/** The Worker. Wiring only: what it serves is in `app/routes.ts`. */
import { WorkerEntrypoint } from "cloudflare:workers";
import {
  createRequestHandler,
  type RequestHandler,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import { type Config, readConfig } from "~/platform/config.server";
import { createPlatform, type Platform, platformContext } from "~/platform/context.server";
import { hashUserId, logError, logInfo, routeOf } from "~/platform/log.server";
import { drainBody } from "~/platform/read-body.server";
import { addSecurityHeaders } from "~/platform/security-headers.server";
import {
  anonymousRequest,
  answerBrowser,
  EDGE_CACHE_CONTROL,
  isCacheableRequest,
} from "./page-cache";
import { keepPage, recallPage } from "./page-memory";
import { admit } from "./request-gate";
import { runScheduled } from "./scheduled";
import { answerSpeculation, isSpeculativeDataRequest } from "./speculation";

const importBuild = () => import("virtual:react-router/server-build");
let build: ServerBuild | undefined;

/** An import costs even where it is answered from memory; in dev it has to be repeated, for HMR. */
async function loadBuild(): Promise<ServerBuild> {
  if (import.meta.env.DEV) return importBuild();
  build ??= await importBuild();
  return build;
}

/** Given a function instead of its build, a handler reads the route table anew for every request. */
let handler: RequestHandler | undefined;

/** The cached entrypoint: renders a public page for nobody in particular. See page-cache.ts. */
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
    addSecurityHeaders(response.headers, config.environment);
    response.headers.set("X-Request-Id", requestId);
    this.ctx.waitUntil(platform.close());
    return response;
  }
}

export default {
  async fetch(request, env, ctx) {
    const startedAt = Date.now();
    const requestId = request.headers.get("CF-Ray") ?? crypto.randomUUID();
    const config = tryReadConfig(env);
    if (!config) return misconfigured(requestId);

    const isPublic = import.meta.env.PROD && isCacheableRequest(request, config.supabase.url);
    const { response, userId, databaseMs } = isPublic
      ? await servePublic(request, ctx, requestId)
      : await servePersonal(request, { config, env, ctx, requestId });
    const isFromCache = isPublic && response.headers.get("X-Request-Id") !== requestId;
    const cache = isPublic ? (isFromCache ? "hit" : "miss") : "none";
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

interface Served {
  readonly response: Response;
  /** Who was served, where the route is for signed-in users only. */
  readonly userId?: string | undefined;
  /** Time spent waiting for the database, where it was asked. */
  readonly databaseMs?: number | undefined;
}

/** https://www.w3.org/TR/server-timing/ */
function serverTiming(facts: {
  ms: number;
  databaseMs: number | undefined;
  cache: string;
}): string {
  const { ms, databaseMs, cache } = facts;
  const database = databaseMs === undefined ? [] : [`database;dur=${databaseMs}`];
  return [`worker;dur=${ms}`, ...database, `cache;desc=${cache}`].join(", ");
}

/** A page that is the same for every visitor: from memory, from the edge cache, or made. */
async function servePublic(
  request: Request,
  ctx: ExecutionContext,
  requestId: string,
): Promise<Served> {
  const { pathname } = new URL(request.url);
  const page =
    recallPage(pathname) ??
    (await keepPage(
      pathname,
      await ctx.exports.PublicPages.fetch(anonymousRequest(request, requestId)),
    ));
  return { response: answerBrowser(request, page) };
}

/** Everything that depends on who asks. */
async function servePersonal(
  request: Request,
  options: Parameters<typeof createPlatform>[0],
): Promise<Served> {
  const platform = createPlatform(options);
  const served = await respond(request, platform);
  addSecurityHeaders(served.response.headers, options.config.environment);
  options.ctx.waitUntil(platform.close());
  return served;
}

async function respond(request: Request, platform: Platform): Promise<Served> {
  if (isSpeculativeDataRequest(request)) return { response: answerSpeculation() };
  const admission = await admit(request, platform, await loadBuild());
  if (!admission.ok) {
    await drainBody(request);
    return admission;
  }

  const context = new RouterContextProvider();
  context.set(platformContext, platform);
  handler ??= createRequestHandler(
    import.meta.env.DEV ? importBuild : await loadBuild(),
    import.meta.env.MODE,
  );
  const routed = await handler(admission.request, context);
  await drainBody(admission.request);
  return {
    response: new Response(routed.body, routed),
    userId: platform.asker.userId,
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

function misconfigured(requestId: string): Response {
  const body = { status: "misconfigured", requestId };
  return Response.json(body, { status: 503, headers: { "Cache-Control": "no-store" } });
}
