/** Cloudflare's API for the environment's account: login, secrets, Email Service. */
import * as v from "valibot";
import { studio } from "../../app/content/studio.ts";
import { assertNoProblems, Finding, type Resource } from "../lib/checks.ts";
import { type ApiRequest, ResponseError, requestJson } from "../lib/http.ts";
import type { Target } from "../lib/target.ts";
import { putSecret } from "../lib/versions.ts";
import { NOT_LOGGED_IN, wranglerJson } from "../lib/wrangler.ts";
import { readSecretKey } from "./supabase.ts";

/** Source: API reference, "This Worker does not exist on your account". */
const WORKER_NOT_FOUND = /"code":\s*10007\b/;

const CLOUDFLARE_API = "https://api.cloudflare.com/client/v4";

type Call = Pick<ApiRequest, "method" | "body">;

/** Calls the API with the environment's token. `permission` is the token permission that the call needs. */
function call(env: Target["env"], permission: string, path: string, request: Call = {}) {
  const needed = `the token needs the permission ${permission}`;
  const advice = { 401: "the token is invalid or expired", 403: needed };
  const { CLOUDFLARE_API_BASE_URL: root = CLOUDFLARE_API, CLOUDFLARE_API_TOKEN: token = "" } = env;
  return requestJson(root + path, { service: "Cloudflare", token, advice, ...request });
}

function getAccountId(env: Target["env"]): string {
  const { CLOUDFLARE_API_TOKEN: token, CLOUDFLARE_ACCOUNT_ID: account } = env;
  if (!token) throw new Error(NOT_LOGGED_IN);
  if (account) return account;
  throw new Error("CLOUDFLARE_ACCOUNT_ID is not set");
}

/** Calls the API below the account. Throws one line that names a missing permission. */
export async function callAccount<Schema extends v.GenericSchema>(
  { env }: Pick<Target, "env">,
  permission: string,
  path: string,
  schema: Schema,
  request?: Call,
): Promise<v.InferOutput<Schema>> {
  const account = `/accounts/${getAccountId(env)}`;
  const response = await call(env, `Account: ${permission}`, account + path, request);
  return v.parse(v.object({ result: schema }), response).result;
}

/**
 * Adds the token and account of `wrangler login` to the target's variables, unless the shell has a token. Returns the
 * target unchanged when there is no login.
 */
export async function withLogin(target: Target): Promise<Target> {
  if (target.env.CLOUDFLARE_API_TOKEN) return target;
  const login = await wranglerJson(target, ["auth", "token", "--json"], tokenSchema).catch(
    () => undefined,
  );
  if (!login) return target;
  const env: Target["env"] = { ...target.env, CLOUDFLARE_API_TOKEN: login.token };
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

const tokenSchema = v.object({ token: v.string() });
const accountsSchema = v.object({ result: v.array(v.object({ id: v.string() })) });

/** Names of the Worker's secrets; none before the first one, which creates the Worker. */
export async function listSecretNames(target: Target): Promise<string[]> {
  const path = `/workers/scripts/${target.worker}/secrets`;
  const list = v.array(v.object({ name: v.string() }));
  try {
    const secrets = await callAccount(target, "Workers Scripts: Edit", path, list);
    return secrets.map(({ name }) => name);
  } catch (error) {
    if (error instanceof ResponseError && WORKER_NOT_FOUND.test(error.body)) return [];
    throw error;
  }
}

/** The endpoint's own resource stores it, because Stripe shows it once. */
export const WEBHOOK_SECRETS = "STRIPE_WEBHOOK_SECRETS";

async function findMissingSecrets(target: Target): Promise<string[]> {
  const known = await listSecretNames(target);
  const required = target.config.secrets?.required ?? [];
  return required.filter((name) => name !== WEBHOOK_SECRETS && !known.includes(name));
}

/** Stores what the Worker lacks, from the shell; Supabase's key from its API. Never overwrites one. */
export const secrets: Resource = {
  name: "secrets",
  read: async (target) => {
    const missing = await findMissingSecrets(target);
    assertNoProblems(
      missing.map((name) => `${name} is missing: set it in the shell, and run setup:cloud`),
    );
    return "all are set";
  },
  write: async (target) => {
    for (const name of await findMissingSecrets(target)) {
      const fromApi = name === "SUPABASE_SECRET_KEY" ? readSecretKey : () => undefined;
      const value = target.env[name] ?? (await fromApi(target));
      if (value) await putSecret(target, name, value);
    }
  },
};

const zonesSchema = v.object({ result: v.array(v.object({ id: v.string() })) });
const subdomainsSchema = v.object({
  result: v.nullish(v.array(v.object({ name: v.string(), enabled: v.boolean() }))),
});

/** The path of the sending domain's zone in Email Service. Throws a finding when the account lacks the zone. */
async function findSendingPath({ env }: Target, domain: string): Promise<string> {
  const query = `/zones?name=${domain}&account.id=${getAccountId(env)}`;
  const [zone] = v.parse(zonesSchema, await call(env, "Zone: Zone: Read", query)).result;
  if (!zone) {
    throw new Finding(
      `the account has no zone ${domain}, the domain of the email address in app/content/studio.ts`,
    );
  }
  return `/zones/${zone.id}/email/sending/subdomains`;
}

const SENDING = "Zone: Email Sending: Edit";
const getSendingDomain = () => studio.email.split("@")[1] ?? "";

/** Onboards the sender's domain, which adds its DNS records. Source: API reference, Email Sending, Subdomains. */
export const emailService: Resource = {
  name: "Email Service",
  read: async (target) => {
    const domain = getSendingDomain();
    const path = await findSendingPath(target, domain);
    const { result } = v.parse(subdomainsSchema, await call(target.env, SENDING, path));
    const found = result?.find(({ name }) => name === domain);
    assertNoProblems([
      !found && `${domain} is not onboarded`,
      found && !found.enabled && `${domain} waits for its DNS records`,
    ]);
    return `sends from ${studio.email}`;
  },
  write: async (target) => {
    const domain = getSendingDomain();
    const path = await findSendingPath(target, domain);
    await call(target.env, SENDING, path, { method: "POST", body: { name: domain } });
  },
};
