/** The Worker. Wiring only: what it serves is in `app/routes.ts`. */
import { WorkerEntrypoint } from "cloudflare:workers";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { type Config, readConfig } from "~/platform/config.server";
import { createPlatform, type Platform, platformContext } from "~/platform/context.server";
import { logError, logInfo } from "~/platform/log.server";
import { isSameOriginRequest } from "~/platform/same-origin.server";
import { addSecurityHeaders } from "~/platform/security-headers.server";
import {
  anonymousRequest,
  answerBrowser,
  EDGE_CACHE_CONTROL,
  isCacheableRequest,
} from "./page-cache";
import { runScheduled } from "./scheduled";

const handleRoute = createRequestHandler(
  () => import("virtual:react-router/server-build"),
  import.meta.env.MODE,
);

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
    const response = await respond(request, platform);
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
    const response = isPublic
      ? answerBrowser(
          request,
          await ctx.exports.PublicPages.fetch(anonymousRequest(request, requestId)),
        )
      : await servePersonal(request, { config, env, ctx, requestId });
    const isFromCache = isPublic && response.headers.get("X-Request-Id") !== requestId;
    response.headers.set("X-Request-Id", requestId);
    logInfo("request", {
      requestId,
      method: request.method,
      path: new URL(request.url).pathname,
      status: response.status,
      cache: isPublic ? (isFromCache ? "hit" : "miss") : "none",
      ms: Date.now() - startedAt,
    });
    return response;
  },

  async scheduled({ cron }, env, ctx) {
    const requestId = crypto.randomUUID();
    await runScheduled(cron, createPlatform({ config: readConfig(env), env, ctx, requestId }));
  },
} satisfies ExportedHandler<Env>;

/** Everything that depends on who asks. */
async function servePersonal(
  request: Request,
  options: Parameters<typeof createPlatform>[0],
): Promise<Response> {
  const platform = createPlatform(options);
  const response = await respond(request, platform);
  addSecurityHeaders(response.headers, options.config.environment);
  options.ctx.waitUntil(platform.close());
  return response;
}

async function respond(request: Request, platform: Platform): Promise<Response> {
  const isWebhook = new URL(request.url).pathname === "/api/stripe-webhook";
  if (!isWebhook && !isSameOriginRequest(request, platform.config.siteUrl)) {
    return new Response("This request came from another site.", { status: 403 });
  }
  const context = new RouterContextProvider();
  context.set(platformContext, platform);
  const response = await handleRoute(request, context);
  return new Response(response.body, response);
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
