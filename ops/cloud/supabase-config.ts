/** What supabase/config.toml says of a hosted project, compared with what wrangler.toml says of it. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "smol-toml";
import * as v from "valibot";
import { projectOf } from "./database-url.ts";
import type { CloudEnvironment } from "./environments.ts";
import { readVar, type WranglerConfig } from "./wrangler-config.ts";

const SUPABASE_TOML = "supabase/config.toml";

const remoteSchema = v.object({
  project_id: v.string(),
  auth: v.object({ site_url: v.string(), additional_redirect_urls: v.array(v.string()) }),
});

/**
 * The Supabase project of `environment`: the one that SUPABASE_URL names or, behind a domain of one's own, the one
 * of supabase/config.toml, be it a placeholder. Undefined before there is a SUPABASE_URL.
 */
export function findProject(
  environment: CloudEnvironment,
  config: Pick<WranglerConfig, "vars">,
  folder = process.cwd(),
): string | undefined {
  const supabaseUrl = readVar(config, "SUPABASE_URL");
  const named = projectOf(supabaseUrl);
  if (supabaseUrl === "" || named !== undefined) return named;
  const remote = v.safeParse(remoteSchema, readRemotes(folder)[environment]);
  return remote.success ? remote.output.project_id : "(none)";
}

function readRemotes(folder: string): Readonly<Record<string, unknown>> {
  const text = readFileSync(path.join(folder, SUPABASE_TOML), "utf8");
  return v.parse(v.object({ remotes: v.record(v.string(), v.unknown()) }), parse(text)).remotes;
}

/** Differences, one line each; `supabase config push` would write them into the project. */
export function findRemoteProblems(
  environment: CloudEnvironment,
  config: Pick<WranglerConfig, "vars">,
  folder = process.cwd(),
): string[] {
  const remote = v.safeParse(remoteSchema, readRemotes(folder)[environment]);
  if (!remote.success) return [`${SUPABASE_TOML} has no complete [remotes.${environment}]`];
  const { project_id: project, auth } = remote.output;
  const siteUrl = readVar(config, "SITE_URL").replace(/\/$/, "");
  const expected = projectOf(readVar(config, "SUPABASE_URL"));
  return [
    expected === undefined || project === expected
      ? ""
      : `project_id is ${project}, and SUPABASE_URL names ${expected}`,
    auth.site_url === siteUrl ? "" : `site_url is ${auth.site_url}, and SITE_URL ${siteUrl}`,
    // The auth server allows the site itself in any case; a wildcard would allow what nobody has looked at.
    auth.additional_redirect_urls.some((url) => url.includes("*"))
      ? "additional_redirect_urls holds a wildcard: name the addresses, or leave it empty"
      : "",
  ].filter((line) => line !== "");
}
