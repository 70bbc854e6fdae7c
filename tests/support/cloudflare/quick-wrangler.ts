/**
 * wrangler's requests without its start of a second and a half, for tests of what surrounds them.
 * `*.wrangler.test.ts` and the nightly tests run the real one against the same API.
 */
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import * as v from "valibot";
import type { Target } from "../../../ops/lib/target.ts";
import type { wrangler } from "../../../ops/lib/wrangler.ts";

const MAIN = "index.js";
const uploadSchema = v.object({ result: v.object({ id: v.string() }) });
const closedSchema = v.object({
  name: v.string(),
  main: v.string(),
  vars: v.record(v.string(), v.string()),
  routes: v.array(v.object({ pattern: v.string() })),
});

/** Takes the commands of a release, of a secret, and of a Worker in front of the site. */
export const quickWrangler: typeof wrangler = async (target, args, { config = "", input } = {}) => {
  const [command, , name] = args;
  if (command === "versions") return upload(target, args);
  if (command === "triggers") return deployTriggers(target);
  if (command === "secret") return putSecret(target, { name, text: input, type: "secret_text" });
  if (command === "deploy") return deployInFront(target, path.join(target.folder, config));
  throw new Error(`Not one of the quick commands: wrangler ${args.join(" ")}`);
};

/** Throws an error whose cause is the status, unless the API accepts the request. */
async function send({ env }: Target, method: string, script: string, body: object) {
  const root = `${env.CLOUDFLARE_API_BASE_URL}/accounts/${env.CLOUDFLARE_ACCOUNT_ID}`;
  const response = await fetch(`${root}/workers/scripts/${script}`, {
    method,
    headers: {
      Authorization: `Bearer ${env.CLOUDFLARE_API_TOKEN}`,
      "User-Agent": "wrangler/4.151.0",
    },
    body: body instanceof FormData ? body : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`wrangler: ${response.status}`, { cause: response.status });
  return response;
}

function toUpload(metadata: object, code = ""): FormData {
  const form = new FormData();
  form.set("metadata", JSON.stringify({ main_module: MAIN, ...metadata }));
  form.set(MAIN, code);
  return form;
}

async function upload(target: Target, args: readonly string[]): Promise<string> {
  const readOption = (name: string) => args[args.indexOf(name) + 1];
  const metadata = {
    annotations: { "workers/tag": readOption("--tag"), "workers/message": readOption("--message") },
    bindings: target.config.hyperdrive.map(({ binding: name }) => ({ type: "hyperdrive", name })),
    keep_bindings: ["secret_text"],
  };
  const code = readFileSync(path.join(target.folder, "build/server", MAIN), "utf8");
  const form = toUpload(metadata, code);
  const response = await send(target, "POST", `${target.worker}/versions`, form);
  return `Worker Version ID: ${v.parse(uploadSchema, await response.json()).result.id}`;
}

async function deployTriggers(target: Target): Promise<string> {
  const { routes = [], triggers } = target.config;
  const origins = routes.map((route) => {
    return { hostname: typeof route === "string" ? route : route.pattern };
  });
  const crons = triggers?.crons?.map((cron) => ({ cron })) ?? [];
  // Without a terminal, as in the tests with the real one, it overrides everything.
  const overrides = {
    override_scope: true,
    override_existing_origin: true,
    override_existing_dns_record: true,
  };
  await send(target, "PUT", `${target.worker}/domains/records`, { ...overrides, origins });
  await send(target, "PUT", `${target.worker}/schedules`, crons);
  return "";
}

/** The first secret creates the Worker, without code. */
async function putSecret(target: Target, secret: object): Promise<string> {
  const put = () => send(target, "PUT", `${target.worker}/secrets`, secret);
  await put().catch(async (error: Error) => {
    if (error.cause !== 404) throw error;
    await send(target, "PUT", target.worker, toUpload({ bindings: [] }));
    await put();
  });
  return "";
}

async function deployInFront(target: Target, configFile: string): Promise<string> {
  const config = v.parse(closedSchema, JSON.parse(readFileSync(configFile, "utf8")));
  const bindings = Object.entries(config.vars).map(([name, text]) => {
    return { type: "plain_text", name, text };
  });
  const source = stripTypeScriptTypes(readFileSync(config.main, "utf8"));
  // Not bundled: what it imports is read from this checkout.
  const code = source.replace(/from "(\.[^"]+)"/g, (_, name) => {
    return `from "${new URL(`${name}.ts`, pathToFileURL(config.main))}"`;
  });
  await send(target, "PUT", config.name, toUpload({ bindings }, code));
  await send(target, "PUT", `${config.name}/routes`, config.routes);
  return "";
}
