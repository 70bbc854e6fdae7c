/** Cloudflare's API for the environment's account. */
import * as v from "valibot";
import { type ApiRequest, ResponseError, requestJson } from "./http.ts";
import type { Target } from "./target.ts";
import { findLogin, NOT_LOGGED_IN } from "./wrangler.ts";

/** Source: API reference, "This Worker does not exist on your account". */
const WORKER_NOT_FOUND = /"code":\s*10007\b/;
const CLOUDFLARE_API = "https://api.cloudflare.com/client/v4";

type Call = Pick<ApiRequest, "method" | "body">;

/** Calls the API with the environment's token. `permission` is the token permission that the call needs. */
export function call(env: Target["env"], permission: string, path: string, request: Call = {}) {
  const needed = `the token needs the permission ${permission}`;
  const advice = { 401: "the token is invalid or expired", 403: needed };
  const { CLOUDFLARE_API_BASE_URL: root = CLOUDFLARE_API, CLOUDFLARE_API_TOKEN: token = "" } = env;
  return requestJson(root + path, { service: "Cloudflare", token, advice, ...request });
}

/** Why the API cannot be called, as one line. Does not try the token. */
export function findLoginProblem({ env }: Pick<Target, "env">): string | undefined {
  if (!env.CLOUDFLARE_API_TOKEN) return NOT_LOGGED_IN;
  return env.CLOUDFLARE_ACCOUNT_ID ? undefined : "CLOUDFLARE_ACCOUNT_ID is not set";
}

/** Calls the API below the account. Throws one line that names a missing permission. */
export async function callAccount<Schema extends v.GenericSchema>(
  { env }: Pick<Target, "env">,
  permission: string,
  path: string,
  schema: Schema,
  request?: Call,
): Promise<v.InferOutput<Schema>> {
  const problem = findLoginProblem({ env });
  if (problem !== undefined) throw new Error(problem);
  const url = `/accounts/${env.CLOUDFLARE_ACCOUNT_ID}${path}`;
  const response = await call(env, `Account: ${permission}`, url, request);
  return v.parse(v.object({ result: schema }), response).result;
}

/**
 * Adds the token and account of `wrangler login` to the target's variables, unless the shell has a token. Returns the
 * target unchanged when there is no login.
 */
export async function withLogin(target: Target): Promise<Target> {
  if (target.env.CLOUDFLARE_API_TOKEN) return target;
  const token = await findLogin(target);
  if (!token) return target;
  const env: Target["env"] = { ...target.env, CLOUDFLARE_API_TOKEN: token };
  if (env.CLOUDFLARE_ACCOUNT_ID) return { ...target, env };
  const { result } = v.parse(
    accountsSchema,
    await call(env, "Account Settings: Read", "/accounts"),
  );
  if (result.length !== 1) {
    throw new Error("your login has several Cloudflare accounts: set CLOUDFLARE_ACCOUNT_ID");
  }
  return { ...target, env: { ...env, CLOUDFLARE_ACCOUNT_ID: result[0]?.id } };
}

const accountsSchema = v.object({ result: v.array(v.object({ id: v.string() })) });

/** Calls the API below the environment's Worker. Returns undefined when the account has no such Worker. */
export async function callWorker<Schema extends v.GenericSchema>(
  target: Target,
  path: string,
  schema: Schema,
): Promise<v.InferOutput<Schema> | undefined> {
  try {
    const worker = `/workers/scripts/${target.worker}/${path}`;
    return await callAccount(target, "Workers Scripts: Edit", worker, schema);
  } catch (error) {
    if (error instanceof ResponseError && WORKER_NOT_FOUND.test(error.body)) return undefined;
    throw error;
  }
}
