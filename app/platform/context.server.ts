import { createContext, type RouterContextProvider } from "react-router";
import type { Config } from "./config.server";
import { type CookieJar, createCookieJar } from "./cookie-jar.server";
import { createRequestDatabase, type Database, type RequestDatabase } from "./database.server";

/** What every loader and action may ask for. */
export interface Platform {
  readonly config: Config;
  readonly requestId: string;
  /** The page is rendered for the page cache: for no visitor in particular. */
  readonly isAnonymousRender: boolean;
  readonly database: RequestDatabase;
  /** By where a call comes from, and by whom it concerns. */
  readonly rateLimits: { readonly address: RateLimit; readonly subject: RateLimit };
  /** Keeps the Worker, and this request's database, alive for work that outlasts the response. */
  readonly waitUntil: (work: Promise<unknown>) => void;
  /** Ends the database connection once the work handed to `waitUntil` is done. */
  readonly close: () => Promise<void>;
  /** The IP address that the request comes from, where it is known. */
  readonly clientAddress: string | null;
  /** What the visitor's browser calls itself. */
  readonly userAgent: string | null;
  /** The request's cookies, and what the response changes of them. */
  readonly cookies: CookieJar;
}

export const platformContext = createContext<Platform>();

/** The platform for one request or one scheduled run. Close its database when that is done. */
export function createPlatform(options: {
  config: Config;
  env: Pick<Env, "ADDRESS_RATE_LIMIT" | "SUBJECT_RATE_LIMIT"> & {
    readonly HYPERDRIVE: Pick<Hyperdrive, "connectionString">;
  };
  ctx: Pick<ExecutionContext, "waitUntil">;
  requestId: string;
  /** Left out for a scheduled run. */
  request?: Request;
  isAnonymousRender?: boolean;
}): Platform {
  const { config, env, ctx, requestId, request, isAnonymousRender = false } = options;
  const isSecure = config.siteUrl.startsWith("https:");
  const database = createRequestDatabase(env.HYPERDRIVE.connectionString);
  const background: Promise<unknown>[] = [];
  return {
    config,
    requestId,
    isAnonymousRender,
    database,
    rateLimits: { address: env.ADDRESS_RATE_LIMIT, subject: env.SUBJECT_RATE_LIMIT },
    waitUntil(work) {
      background.push(work);
      ctx.waitUntil(work);
    },
    async close() {
      await Promise.allSettled(background);
      await database.close();
    },
    clientAddress: request?.headers.get("CF-Connecting-IP") ?? null,
    userAgent: request?.headers.get("User-Agent") ?? null,
    cookies: createCookieJar(request?.headers.get("Cookie") ?? null, isSecure),
  };
}

/** What loaders, actions and middleware of one request share, and hand on to what does their work. */
export type RequestContext = Readonly<RouterContextProvider>;

/** The platform of the current request. */
export function getPlatform(context: RequestContext): Platform {
  return context.get(platformContext);
}

/** The current request's database, connected on first use. */
export function getDatabase(context: RequestContext): Promise<Database> {
  return getPlatform(context).database.get();
}
