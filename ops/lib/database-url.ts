/** An environment's database: its Supabase project, and the addresses to connect to. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "smol-toml";
import * as v from "valibot";
import { readVar, SUPABASE_TOML, type Target } from "./target.ts";

/** The transaction pooler has no sessions, so no advisory locks. Source: Supabase, Connecting to Postgres. */
const TRANSACTION_POOLER_PORT = "6543";
const POOLER_HOST = /\.pooler\.supabase\.com$/;

const fileSchema = v.object({
  remotes: v.optional(v.record(v.string(), v.object({ project_id: v.string() })), {}),
});

/**
 * The project id in SUPABASE_URL; for a custom domain that of `[remotes.ENVIRONMENT]` in
 * supabase/config.toml, if any.
 */
export function readProjectRef({ config, environment, folder }: Target): string | undefined {
  const url = readVar(config, "SUPABASE_URL");
  const project = /^https:\/\/([a-z0-9-]+)\.supabase\.co\/?$/.exec(url)?.[1];
  if (project) return project;
  const text = readFileSync(path.join(folder, SUPABASE_TOML), "utf8");
  return v.parse(fileSchema, parse(text)).remotes[environment]?.project_id;
}

/**
 * Why DATABASE_URL cannot be used: missing, without sessions, or of another project. Contains no password.
 */
export function findDatabaseProblem(target: Target): string | undefined {
  const { DATABASE_URL: text } = target.env;
  if (!text) return "DATABASE_URL is not set: Supabase, Connect, direct connection";
  const url = URL.parse(text);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) return "DATABASE_URL is not a Postgres URL";
  if (url.port === TRANSACTION_POOLER_PORT) {
    return "DATABASE_URL is the transaction pooler (port 6543): migrations need a session";
  }
  const project = readProjectRef(target) ?? "(none)";
  // With a pooler, the user name contains the project.
  if (url.hostname === `db.${project}.supabase.co` || url.username.endsWith(`.${project}`)) {
    return undefined;
  }
  return `DATABASE_URL does not belong to this environment's Supabase project ${project}`;
}

/**
 * The database's address for Hyperdrive: the project's own host, because Hyperdrive pools connections itself
 * (Supabase, Connecting with Hyperdrive). Throws one line for a pooler behind a custom domain.
 */
export function findHyperdriveOrigin(target: Target): URL {
  const url = URL.parse(target.env.DATABASE_URL ?? "");
  if (url && !POOLER_HOST.test(url.hostname)) return url;
  const project = readProjectRef(target);
  if (project) return new URL(`postgres://db.${project}.supabase.co:5432/postgres`);
  throw new Error("set DATABASE_URL to the direct connection string: Hyperdrive needs its host");
}
