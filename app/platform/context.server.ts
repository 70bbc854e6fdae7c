import { createContext, type RouterContextProvider } from "react-router";
import type { Config } from "./config.server";
import { createCookieJar } from "./cookie-jar.server";
import { createRequestDatabase, type Database } from "./database.server";

/** Request-scoped services for loaders, actions and middleware. */
export type Platform = Readonly<ReturnType<typeof createPlatform>>;

/** True for a prefetch or prerender. Source: Fetch, "Sec-Purpose". */
export function isSpeculative(request: Request): boolean {
  return /\bprefetch\b/.test(request.headers.get("Sec-Purpose") ?? "");
}

/** Headers that someone makes up have no limit. */
const USER_AGENT_MAX = 512;

export const platformContext = createContext<Platform>();

/** Creates the platform for one request or scheduled run. Call `close` at the end. */
export function createPlatform(options: {
  config: Config;
  env: Pick<Env, "NETWORK_RATE_LIMIT" | "IDENTIFIER_RATE_LIMIT"> & {
    readonly HYPERDRIVE: Pick<Hyperdrive, "connectionString">;
    readonly EMAIL?: SendEmail;
  };
  ctx: Pick<ExecutionContext, "waitUntil">;
  requestId: string;
  /** Undefined for a scheduled run. */
  request?: Request;
  isAnonymousRender?: boolean;
}) {
  const { config, env, ctx, requestId, request, isAnonymousRender = false } = options;
  const isSecure = config.siteUrl.startsWith("https:");
  const database = createRequestDatabase(env.HYPERDRIVE.connectionString);
  const background: Promise<unknown>[] = [];
  const deferred: (() => Promise<unknown>)[] = [];
  return {
    config,
    requestId,
    /** True while rendering a page for the page cache, with no visitor's data. */
    isAnonymousRender,
    database,
    /** Cloudflare's Email Service; undefined without the binding. */
    mailer: env.EMAIL,
    /** Limits per client network, and per account or address. */
    rateLimits: { network: env.NETWORK_RATE_LIMIT, identifier: env.IDENTIFIER_RATE_LIMIT },
    /** Keeps the Worker and this request's database connection alive for background work. */
    waitUntil(work: Promise<unknown>) {
      background.push(work);
      ctx.waitUntil(work);
    },
    /** Starts `work` once the response is built, so that nothing in the response depends on it. */
    afterResponse(work: () => Promise<unknown>) {
      deferred.push(work);
    },
    /** Runs `afterResponse` work, and closes the database connection after it and all `waitUntil` work. */
    async close() {
      await Promise.allSettled([...background, ...deferred.map((work) => work())]);
      await database.close();
    },
    /** The client's IP address; a local one where Cloudflare is not in front. */
    clientAddress: request?.headers.get("CF-Connecting-IP") ?? "127.0.0.1",
    /** Its start, which is longer than any browser's; "" for a scheduled run. */
    userAgent: request?.headers.get("User-Agent")?.slice(0, USER_AGENT_MAX) ?? "",
    /** A page that is prefetched or prerendered, and may never be seen. */
    isSpeculative: request !== undefined && isSpeculative(request),
    /** Cookies of the request, and changes for the response. */
    cookies: createCookieJar(request?.headers.get("Cookie") ?? null, isSecure),
  };
}

/** React Router's context of one request. */
export type RequestContext = Readonly<RouterContextProvider>;

/** The services of the current request. */
export function getPlatform(context: RequestContext): Platform {
  return context.get(platformContext);
}

/** Returns the current request's database, connecting on first use. */
export function getDatabase(context: RequestContext): Promise<Database> {
  return getPlatform(context).database.get();
}
