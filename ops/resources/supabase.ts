/** The Supabase project, by its Management API: keys, TLS, database. */
import * as v from "valibot";
import { applyMigrations, findPendingMigrations } from "../../drizzle/migrate.ts";
import type { Resource } from "../lib/checks.ts";
import { findDatabaseProblem, readProjectRef } from "../lib/database-url.ts";
import { type ApiRequest, requestJson } from "../lib/http.ts";
import { readVar, type Target } from "../lib/target.ts";
import { writeSection } from "./wrangler-toml.ts";

const MANAGEMENT_API = "https://api.supabase.com";

/**
 * Calls the Management API below the environment's project. Throws one line on failure. Source of paths and
 * fields: Supabase's OpenAPI description, api.supabase.com/api/v1-json.
 */
export async function callProject<Schema extends v.GenericSchema>(
  target: Target,
  path: string,
  schema: Schema,
  request: Pick<ApiRequest, "method" | "body"> = {},
): Promise<v.InferOutput<Schema>> {
  const { SUPABASE_ACCESS_TOKEN: token, SUPABASE_API_BASE_URL: root = MANAGEMENT_API } = target.env;
  if (!token) throw new Error("set SUPABASE_ACCESS_TOKEN");
  const project = readProjectRef(target);
  if (!project) throw new Error("SUPABASE_URL does not name a project");
  const invalid =
    "SUPABASE_ACCESS_TOKEN is invalid, expired, or of a person who may only read this project";
  const noAccess = `SUPABASE_ACCESS_TOKEN has no access to the project ${project}`;
  const response = await requestJson(`${root}/v1/projects/${project}/${path}`, {
    service: "the Management API",
    token,
    advice: { 401: invalid, 403: noAccess, 404: noAccess },
    ...request,
  });
  return v.parse(schema, response);
}

const keysSchema = v.array(
  v.object({ type: v.nullish(v.string()), api_key: v.nullish(v.string()) }),
);

/** A token that only reads may list the keys, and not have secret ones revealed. */
async function readKeys(target: Target, type: "publishable" | "secret"): Promise<string[]> {
  const keys = await callProject(target, `api-keys?reveal=${type === "secret"}`, keysSchema);
  return keys.flatMap((key) => (key.type === type && key.api_key ? [key.api_key] : []));
}

/** The project's first secret key; undefined when it only has legacy keys. */
export async function readSecretKey(target: Target): Promise<string | undefined> {
  return (await readKeys(target, "secret"))[0];
}

const PUBLISHABLE_KEY = "SUPABASE_PUBLISHABLE_KEY";

export const publishableKey: Resource = {
  name: "Supabase keys",
  read: async (target) => {
    const keys = await readKeys(target, "publishable");
    const isOurs = keys.includes(readVar(target.config, PUBLISHABLE_KEY));
    return {
      problems: [!isOurs && `${PUBLISHABLE_KEY} in wrangler.toml is not a key of this project`],
    };
  },
  write: async (target) => {
    const [key] = await readKeys(target, "publishable");
    if (!key) throw new Error("the project has no publishable key: create one under API keys");
    writeSection(target, `[env.${target.environment}.vars]`, { [PUBLISHABLE_KEY]: key });
  },
};

const encryptionSchema = v.object({ currentConfig: v.object({ database: v.boolean() }) });

/** The product's own connections are encrypted anyway; this enforces it for all others. */
export const encryption: Resource = {
  name: "database encryption",
  read: async (target) => {
    const { currentConfig } = await callProject(target, "ssl-enforcement", encryptionSchema);
    return { problems: [!currentConfig.database && "unencrypted connections are accepted"] };
  },
  write: async (target) => {
    const body = { requestedConfig: { database: true } };
    await callProject(target, "ssl-enforcement", v.unknown(), { method: "PUT", body });
  },
};

export const database: Resource = {
  name: "database",
  read: async (target) => {
    const problem = findDatabaseProblem(target);
    if (problem !== undefined) throw new Error(problem);
    const pending = await findPendingMigrations(target.env.DATABASE_URL ?? "");
    const names = pending.join(", ");
    return { problems: [names && `pending migrations: ${names}; a deploy applies them`] };
  },
  write: ({ env }) => applyMigrations(env.DATABASE_URL ?? ""),
};
