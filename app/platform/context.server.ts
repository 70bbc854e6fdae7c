import { createContext, type RouterContextProvider } from "react-router";
import type { Config } from "./config.server";
import { createRequestDatabase, type Database, type RequestDatabase } from "./database.server";

/** What every loader and action may ask for. */
export interface Platform {
  readonly config: Config;
  readonly requestId: string;
  /** The response will be kept and given to other visitors. */
  readonly isShared: boolean;
  readonly database: RequestDatabase;
  /** By where a call comes from, and by whom it concerns. */
  readonly rateLimits: { readonly address: RateLimit; readonly subject: RateLimit };
  /** Keeps the Worker, and this request's database, alive for work that outlasts the response. */
  readonly waitUntil: (work: Promise<unknown>) => void;
  /** Ends the database connection once the work handed to `waitUntil` is done. */
  readonly close: () => Promise<void>;
  /** Who turned out to ask, where that was found out. For the log. */
  readonly asker: { userId?: string };
  /** `Set-Cookie` values for this response, in order. */
  readonly responseCookies: string[];
}

export const platformContext = createContext<Platform>();

/** The platform for one request or one scheduled run. Close its database when that is done. */
export function createPlatform(options: {
  config: Config;
  env: Pick<Env, "HYPERDRIVE" | "ADDRESS_RATE_LIMIT" | "SUBJECT_RATE_LIMIT">;
  ctx: Pick<ExecutionContext, "waitUntil">;
  requestId: string;
  isShared?: boolean;
}): Platform {
  const { config, env, ctx, requestId, isShared = false } = options;
  const database = createRequestDatabase(env.HYPERDRIVE.connectionString);
  const background: Promise<unknown>[] = [];
  return {
    config,
    requestId,
    isShared,
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
    asker: {},
    responseCookies: [],
  };
}

type Context = Readonly<RouterContextProvider>;

/** What a loader or an action hands on to the function that does its work. */
export interface RequestCall {
  readonly request: Request;
  readonly context: Context;
}

/** The platform of the current request. */
export function getPlatform(context: Context): Platform {
  return context.get(platformContext);
}

/** The current request's database, connected on first use. */
export function getDatabase(context: Context): Promise<Database> {
  return getPlatform(context).database.get();
}
