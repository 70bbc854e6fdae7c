/** An environment's Supabase project and its connection strings. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "smol-toml";
import * as v from "valibot";
import { readVar, type Target } from "./target.ts";

const SUPABASE_TOML = "supabase/config.toml";
/** The transaction pooler has no sessions, so no advisory locks. Source: Supabase, Connecting to Postgres. */
const TRANSACTION_POOLER_PORT = "6543";
const POOLER_HOST = /\.pooler\.supabase\.com$/;

const remoteSchema = v.object({
  project_id: v.string(),
  auth: v.object({ site_url: v.string(), additional_redirect_urls: v.array(v.string()) }),
});
const fileSchema = v.object({ remotes: v.record(v.string(), v.unknown()) });

/** The project id in SUPABASE_URL; undefined for a custom domain. */
export function readProjectRef({ config }: Pick<Target, "config">): string | undefined {
  const url = readVar(config, "SUPABASE_URL");
  return /^https:\/\/([a-z0-9-]+)\.supabase\.co\/?$/.exec(url)?.[1];
}

/** The environment's section of supabase/config.toml; undefined when missing or incomplete. */
function readRemote({ environment, folder }: Target) {
  const text = readFileSync(path.join(folder, SUPABASE_TOML), "utf8");
  const remote = v.safeParse(remoteSchema, v.parse(fileSchema, parse(text)).remotes[environment]);
  return remote.success ? remote.output : undefined;
}

/** Differences between supabase/config.toml, which `supabase config push` uploads, and wrangler.toml. */
export function findRemoteProblems(target: Target): string[] {
  const remote = readRemote(target);
  if (!remote) return [`${SUPABASE_TOML} has no complete [remotes.${target.environment}]`];
  const { project_id: project, auth } = remote;
  const expected = readProjectRef(target);
  return [
    expected === undefined || project === expected
      ? ""
      : `project_id is ${project}, but SUPABASE_URL has ${expected}`,
    auth.site_url === target.siteUrl
      ? ""
      : `site_url is ${auth.site_url}, but SITE_URL is ${target.siteUrl}`,
    // The auth server always allows the site itself.
    auth.additional_redirect_urls.some((url) => url.includes("*"))
      ? "additional_redirect_urls has a wildcard: list the URLs, or leave it empty"
      : "",
  ].filter(Boolean);
}

/** Why migrations cannot use DATABASE_URL: missing, without sessions, or of another project. Contains no password. */
export function findDatabaseProblem(target: Target): string | undefined {
  const { DATABASE_URL: text } = target.env;
  if (!text) return "DATABASE_URL is not set: the direct connection string, for migrations";
  const url = URL.parse(text);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) return "DATABASE_URL is not a Postgres URL";
  if (url.port === TRANSACTION_POOLER_PORT) {
    return "DATABASE_URL is the transaction pooler (port 6543): migrations need a session";
  }
  if (readVar(target.config, "SUPABASE_URL") === "") return undefined;
  const project = readProjectRef(target) ?? readRemote(target)?.project_id ?? "(none)";
  // With a pooler, the user name contains the project.
  if (url.hostname === `db.${project}.supabase.co` || url.username.endsWith(`.${project}`)) {
    return undefined;
  }
  return `DATABASE_URL does not belong to this environment's Supabase project ${project}`;
}

/**
 * The database URL for Hyperdrive: the project's own host, because Hyperdrive pools connections itself (Supabase,
 * Connecting with Hyperdrive). Undefined for a pooler behind a custom domain.
 */
export function findHyperdriveOrigin(target: Target): string | undefined {
  const { DATABASE_URL = "" } = target.env;
  const url = URL.parse(DATABASE_URL);
  if (url && !POOLER_HOST.test(url.hostname)) return DATABASE_URL;
  const project = readProjectRef(target);
  return project && `postgres://db.${project}.supabase.co:5432/postgres`;
}
