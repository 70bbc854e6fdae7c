/** Cloudflare's API for the environment's account. */
import { isDeepStrictEqual } from "node:util";
import * as v from "valibot";
import { type ApiRequest, ResponseError, requestJson, retryOnce } from "./http.ts";
import type { Target } from "./target.ts";
import { DOMAINS_PERMISSION, wrangler } from "./wrangler.ts";

/** Source: API reference, "This Worker does not exist on your account". */
const WORKER_NOT_FOUND = /"code":\s*10007\b/;
const CLOUDFLARE_API = "https://api.cloudflare.com/client/v4";

const loginSchema = v.pipe(v.string(), v.parseJson(), v.object({ token: v.optional(v.string()) }));

type Call = Pick<ApiRequest, "method" | "body" | "advice">;

/**
 * Calls the API with the environment's token. `permission` is the one that the token needs: to read for a
 * GET, else to edit. Throws one line that names it: Cloudflare does not tell an expired token from a missing
 * permission.
 */
export async function call<Schema extends v.GenericSchema>(
  { env }: Pick<Target, "env">,
  permission: string,
  path: string,
  schema: Schema,
  request: Call = {},
): Promise<v.InferOutput<Schema>> {
  const access = request.method ? "Edit" : "Read";
  const needed = `the token has expired, or needs the permission ${permission}: ${access}`;
  const advice = { 401: "the token is invalid or expired", 403: needed, ...request.advice };
  const { CLOUDFLARE_API_BASE_URL: root = CLOUDFLARE_API, CLOUDFLARE_API_TOKEN: token = "" } = env;
  const options = { service: "Cloudflare", token, ...request, advice };
  const response = await requestJson(root + path, options);
  return v.parse(v.object({ result: schema }), response).result;
}

/** Why the API cannot be called, as one line. Does not try the token. */
export function findLoginProblem({ env }: Pick<Target, "env">): string | undefined {
  if (!env.CLOUDFLARE_API_TOKEN) {
    return "Not logged in to Cloudflare: run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN";
  }
  return env.CLOUDFLARE_ACCOUNT_ID ? undefined : "CLOUDFLARE_ACCOUNT_ID is not set";
}

/** Calls the API below the account. */
export async function callAccount<Schema extends v.GenericSchema>(
  target: Pick<Target, "env">,
  permission: string,
  path: string,
  schema: Schema,
  request?: Call,
): Promise<v.InferOutput<Schema>> {
  const problem = findLoginProblem(target);
  if (problem !== undefined) throw new Error(problem);
  const url = `/accounts/${target.env.CLOUDFLARE_ACCOUNT_ID}${path}`;
  return call(target, `Account: ${permission}`, url, schema, request);
}

/**
 * Every item of a list below the account. As Cloudflare's client (cloudflare 7.3.0, V4PagePaginationArray) it
 * reads pages up to an empty one; a list without pages gives the same one again.
 */
export async function listAll<Schema extends v.GenericSchema>(
  target: Pick<Target, "env">,
  permission: string,
  path: string,
  schema: Schema,
): Promise<v.InferOutput<Schema>[]> {
  const all: v.InferOutput<Schema>[] = [];
  let last: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const url = `${path}?page=${page}`;
    const items = await callAccount(target, permission, url, v.array(schema));
    if (items.length === 0 || isDeepStrictEqual(items, last)) return all;
    all.push(...items);
    last = items;
  }
}

/**
 * The target with the token and account of `wrangler login`; unchanged if the shell has a token, or without a
 * login.
 */
export async function withLogin(target: Target): Promise<Target> {
  if (target.env.CLOUDFLARE_API_TOKEN) return target;
  const login = () => wrangler(target, ["auth", "token", "--json"]);
  const output = await retryOnce(login).catch(() => "{}");
  const { token } = v.parse(loginSchema, output);
  if (!token) return target;
  const env: Target["env"] = { ...target.env, CLOUDFLARE_API_TOKEN: token };
  if (env.CLOUDFLARE_ACCOUNT_ID) return { ...target, env };
  const accounts = v.array(v.object({ id: v.string() }));
  const [account, ...others] = await call({ env }, "Account Settings", "/accounts", accounts);
  if (!account || others.length > 0) {
    throw new Error("your login has several Cloudflare accounts: set CLOUDFLARE_ACCOUNT_ID");
  }
  return { ...target, env: { ...env, CLOUDFLARE_ACCOUNT_ID: account.id } };
}

/** Calls the API below the environment's Worker. Returns undefined when the account has no such Worker. */
export async function callWorker<Schema extends v.GenericSchema>(
  target: Target,
  path: string,
  schema: Schema,
  request?: Call,
): Promise<v.InferOutput<Schema> | undefined> {
  try {
    const worker = `/workers/scripts/${target.worker}/${path}`;
    return await callAccount(target, "Workers Scripts", worker, schema, request);
  } catch (error) {
    if (error instanceof ResponseError && WORKER_NOT_FOUND.test(error.body)) return undefined;
    throw error;
  }
}

const domainsSchema = v.array(v.object({ hostname: v.string(), zone_id: v.string() }));

/** The custom domains of the environment's Worker. */
export function listDomains(target: Target): Promise<v.InferOutput<typeof domainsSchema>> {
  const path = `/workers/domains?service=${target.worker}`;
  return callAccount(target, DOMAINS_PERMISSION, path, domainsSchema);
}

/** The site's domains in wrangler.toml. */
export function readDomains({ config }: Pick<Target, "config">): string[] {
  return (config.routes ?? []).map((route) => (typeof route === "string" ? route : route.pattern));
}

const changesetSchema = v.object({
  removed: v.array(v.object({ hostname: v.string() })),
  updated: v.array(v.object({ id: v.string(), modified: v.nullish(v.boolean()) })),
  conflicting: v.array(v.object({ hostname: v.string() })),
});
const recordSchema = v.object({ hostname: v.string(), service: v.string() });

/**
 * What a deploy would take the site's domains from, and domains that it would detach, one line each: wrangler
 * asks only in a terminal. Source: wrangler 4.151.0, publishCustomDomains.
 */
export async function findDomainConflicts(target: Target): Promise<string[]> {
  const path = `/workers/scripts/${target.worker}/domains/changeset?replace_state=true`;
  const body = readDomains(target).map((hostname) => ({ hostname }));
  // Wrangler leaves the domains of the Worker alone when the configuration has none.
  if (body.length === 0) return [];
  const request = { method: "POST", body } as const;
  const changes = await callAccount(target, DOMAINS_PERMISSION, path, changesetSchema, request);
  const modified = changes.updated.filter((domain) => domain.modified);
  const records = modified.map(({ id }) =>
    callAccount(target, DOMAINS_PERMISSION, `/workers/domains/records/${id}`, recordSchema),
  );
  const foreign = (await Promise.all(records)).filter(({ service }) => service !== target.worker);
  return [
    ...foreign.map(({ hostname, service }) => `${hostname} is a domain of the Worker ${service}`),
    ...changes.conflicting.map(({ hostname }) => `${hostname} has a DNS record`),
    ...changes.removed.map(
      ({ hostname }) => `${hostname} is not in wrangler.toml and would lose its DNS record`,
    ),
  ];
}

const schedulesSchema = v.object({ schedules: v.array(v.object({ cron: v.string() })) });

/** The cron expressions of the environment's Worker. */
export async function listCrons(target: Target): Promise<string[]> {
  const found = await callWorker(target, "schedules", schedulesSchema);
  return found?.schedules.map(({ cron }) => cron) ?? [];
}
