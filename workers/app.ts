/** The Worker. Wiring only: what it serves is in `app/routes.ts`. */
import { drainBody } from "~/http/read-body.server";
import { addSecurityHeaders, preventFragmentInheritance } from "~/http/security-headers.server";
import { type Config, readConfig } from "~/platform/config.server";
import { createPlatform } from "~/platform/context.server";
import { hashIdentifier, logError, logInfo, redactPath } from "~/platform/log.server";
import { createAnonymousRequest, isCacheable, readPageCache, writePageCache } from "./page-cache";
import { configErrorResponse, rejectRequest } from "./request-gate";
import { handleRoute, type RoutedResponse } from "./router";
import { runScheduled } from "./scheduled";

export default {
  async fetch(request, env, ctx) {
    const startedAt = Date.now();
    const requestId = request.headers.get("CF-Ray") ?? crypto.randomUUID();
    const config = tryReadConfig(env, requestId);
    if (!config) return configErrorResponse(requestId, env.ENVIRONMENT);

    const options = { config, env, ctx, requestId };
    const routed =
      import.meta.env.PROD && isCacheable(request, config)
        ? await serveCached(request, options)
        : await serveToEnd(request, { ...options, request });
    // Time to first byte: a page may still be streaming.
    const ms = Date.now() - startedAt;
    const { headers } = routed.response;
    // A shared cache would repeat these headers to other visitors.
    if (!headers.get("Cache-Control")?.startsWith("public")) {
      headers.set("X-Request-Id", requestId);
      headers.set("Server-Timing", serverTiming(routed, ms));
    }
    await logRequest(request, routed, { requestId, ms });
    return routed.response;
  },

  async scheduled({ cron }, env, ctx) {
    const requestId = crypto.randomUUID();
    await runScheduled(cron, createPlatform({ config: readConfig(env), env, ctx, requestId }));
  },
} satisfies ExportedHandler<Env>;

type PlatformOptions = Parameters<typeof createPlatform>[0];

/** Serves a public page to a guest from the page cache, filling it on a miss. */
async function serveCached(request: Request, options: PlatformOptions): Promise<RoutedResponse> {
  const cached = readPageCache(request);
  if (cached) return { response: cached, cache: "hit" };
  const rendered = await serve(createAnonymousRequest(request), {
    ...options,
    isAnonymousRender: true,
  });
  const response = await writePageCache(request, rendered.response);
  return response === rendered.response ? rendered : { response, cache: "miss" };
}

/** Serves a request to its end: Cloudflare cancels it when the visitor leaves, with a change half done. */
function serveToEnd(request: Request, options: PlatformOptions): Promise<RoutedResponse> {
  const routed = serve(request, options);
  if (request.method !== "GET") options.ctx.waitUntil(routed);
  return routed;
}

/** Rejects or routes a request. */
async function serve(request: Request, options: PlatformOptions): Promise<RoutedResponse> {
  const { environment, siteUrl } = options.config;
  const platform = createPlatform(options);
  const rejection = await rejectRequest(request, { siteUrl, requestId: options.requestId });
  const routed: RoutedResponse = rejection
    ? { response: rejection, cache: "none" }
    : await handleRoute(request, platform);
  await drainBody(request);
  preventFragmentInheritance(routed.response.headers, siteUrl);
  addSecurityHeaders(routed.response.headers, environment);
  options.ctx.waitUntil(platform.close());
  return routed;
}

/** https://www.w3.org/TR/server-timing/ */
function serverTiming({ databaseMs }: RoutedResponse, ms: number): string {
  const database = databaseMs === undefined ? [] : [`database;dur=${databaseMs}`];
  return [`worker;dur=${ms}`, ...database].join(", ");
}

async function logRequest(
  request: Request,
  { response, cache, userId, databaseMs }: RoutedResponse,
  { requestId, ms }: { readonly requestId: string; readonly ms: number },
): Promise<void> {
  logInfo("request", {
    requestId,
    method: request.method,
    route: redactPath(new URL(request.url).pathname),
    status: response.status,
    cache,
    ms,
    databaseMs,
    user: userId && (await hashIdentifier(userId)),
  });
}

function tryReadConfig(env: Env, requestId: string): Config | undefined {
  try {
    return readConfig(env);
  } catch (error) {
    logError("config.invalid", error, { requestId });
    return undefined;
  }
}
