/** The Worker. Wiring only: what it serves is in `app/routes.ts`. */
import { createRequestHandler, RouterContextProvider } from "react-router";
import { type Config, readConfig } from "~/platform/config.server";
import { createPlatform, type Platform, platformContext } from "~/platform/context.server";
import { logError, logInfo } from "~/platform/log.server";
import { isSameOriginRequest } from "~/platform/same-origin.server";
import { addSecurityHeaders } from "~/platform/security-headers.server";
import { runScheduled } from "./scheduled";

const handleRoute = createRequestHandler(
  () => import("virtual:react-router/server-build"),
  import.meta.env.MODE,
);

export default {
  async fetch(request, env, ctx) {
    const startedAt = Date.now();
    const requestId = request.headers.get("CF-Ray") ?? crypto.randomUUID();
    const config = tryReadConfig(env);
    if (!config) return misconfigured(requestId);

    const platform = createPlatform({ config, env, ctx, requestId });
    const response = await respond(request, platform);
    addSecurityHeaders(response.headers, config.environment);
    response.headers.set("X-Request-Id", requestId);
    ctx.waitUntil(platform.close());
    logInfo("request", {
      requestId,
      method: request.method,
      path: new URL(request.url).pathname,
      status: response.status,
      ms: Date.now() - startedAt,
    });
    return response;
  },

  async scheduled({ cron }, env, ctx) {
    const requestId = crypto.randomUUID();
    await runScheduled(cron, createPlatform({ config: readConfig(env), env, ctx, requestId }));
  },
} satisfies ExportedHandler<Env>;

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
