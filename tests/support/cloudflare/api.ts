/**
 * A strict stand-in for Cloudflare's HTTP API: an unknown endpoint is a 404 and recorded, so that tests can
 * fail on it.
 * `CLOUDFLARE_API_BASE_URL` points wrangler to it.
 */
import path from "node:path";
import { Hono } from "hono";
import { closeConnection, type HttpServer, listen } from "local-kit";
import * as v from "valibot";
import {
  ACCOUNT_ID,
  Account,
  type Api,
  type ApiBindings,
  ApiError,
  pageResponse,
  ROOT,
  resultResponse,
} from "./account.ts";
import { addDatabaseRoutes } from "./hyperdrive-api.ts";
import { addWorkerRoutes } from "./workers-api.ts";

const API_TOKEN = "a-token-of-this-account";

/**
 * A fault: the connection closes before or after the request is processed, or the API responds 503 or 403.
 */
interface ApiFault {
  /** Method and path below the account, e.g. `/POST .*\/deployments/`. */
  readonly at: RegExp;
  readonly when?: "before" | "after" | "503" | "403";
  /** Only the first request that matches. */
  readonly once?: boolean;
  /** Runs before the request, which is then processed. */
  readonly run?: () => void;
}

export interface Cloudflare extends HttpServer {
  readonly account: Account;
  /** Requests as "METHOD path", in order; paths start below the account. */
  readonly requests: string[];
  /** Requests to unknown endpoints. Tests fail if there are any. */
  readonly unknown: string[];
  injectFault(fault: ApiFault | undefined): void;
  /** Environment variables for wrangler and ops commands. */
  readonly env: Readonly<Record<string, string>>;
}

/** An account without a Worker. */
export async function startCloudflare(): Promise<Cloudflare> {
  const account = new Account();
  const requests: string[] = [];
  const unknown: string[] = [];
  let fault: ApiFault | undefined;

  const app: Api = new Hono<ApiBindings>();
  app.use(async (context, next) => {
    const line = `${context.req.method} ${context.req.path.replace(ROOT, "")}`;
    requests.push(line);
    const { when, once, run } = fault?.at.test(line) ? fault : {};
    if (once) fault = undefined;
    run?.();
    if (when === "before") return closeConnection(context.env);
    if (when === "503") return context.text("upstream", 503);
    if (when === "403") throw new ApiError(403, 10000, "Authentication error");
    await next();
    if (when === "after") context.res = closeConnection(context.env);
  });
  app.use(async (context, next) => {
    const isAsset = context.req.path.endsWith("/workers/assets/upload");
    const token = context.req.header("authorization");
    if (!isAsset && token !== `Bearer ${API_TOKEN}`) {
      throw new ApiError(403, 10000, "Authentication error");
    }
    await next();
  });
  app.onError((error, context) => {
    const apiError = error instanceof ApiError ? error : new ApiError(500, 1, String(error));
    const errors = [{ code: apiError.code, message: apiError.message }];
    return context.json(
      { success: false, errors, messages: [], result: null },
      { status: apiError.status as 400 },
    );
  });
  app.notFound((context) => {
    unknown.push(`${context.req.method} ${context.req.path}`);
    const errors = [{ code: 7003, message: `Could not route to ${context.req.path}` }];
    return context.json({ success: false, errors, messages: [], result: null }, 404);
  });
  addWorkerRoutes(app, account);
  addDatabaseRoutes(app, account);
  addZoneRoutes(app, account);

  const server = await listen(app.fetch, 0);
  return {
    ...server,
    account,
    requests,
    unknown,
    injectFault: (next) => {
      fault = next;
    },
    env: {
      CLOUDFLARE_API_BASE_URL: `${server.url}/client/v4`,
      CLOUDFLARE_API_TOKEN: API_TOKEN,
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT_ID,
      // Cuts wrangler's load time by a third.
      NODE_COMPILE_CACHE: path.resolve("node_modules/.cache/wrangler-compiled"),
    },
  };
}

const subdomainSchema = v.strictObject({ name: v.string() });

/**
 * Accounts, zones with their switches and Email Sending's domains. Source: API reference, of these names and
 * RUM.
 */
function addZoneRoutes(app: Api, account: Account): void {
  const subdomains = "/client/v4/zones/:zone/email/sending/subdomains";
  const toSubdomain = (name: string) => ({ name, enabled: true, tag: `tag-${name}` });
  app.get("/client/v4/accounts", (context) =>
    resultResponse(context, [{ id: ACCOUNT_ID, name: "Studio" }]),
  );
  app.get("/client/v4/zones", (context) => {
    const zones = account.zones.filter((name) => name === context.req.query("name"));
    return resultResponse(
      context,
      zones.map((name) => ({ id: name, name })),
    );
  });
  app.get("/client/v4/zones/:zone/bot_management", (context) =>
    resultResponse(context, account.bots),
  );
  app.get(`${ROOT}/rum/site_info/list`, (context) => pageResponse(context, account.analytics));
  app.use(subdomains, (_, next) => {
    if (!account.hasEmailSending) throw new ApiError(401, 2036, "Unauthorized");
    return next();
  });
  app.get(subdomains, (context) =>
    resultResponse(context, account.sendingDomains.map(toSubdomain)),
  );
  app.post(subdomains, async (context) => {
    const { name } = v.parse(subdomainSchema, await context.req.json());
    const zone = context.req.param("zone");
    if (name !== zone && !name.endsWith(`.${zone}`)) throw new ApiError(400, 2000, "Not in zone");
    account.sendingDomains.push(name);
    return resultResponse(context, toSubdomain(name));
  });
}
