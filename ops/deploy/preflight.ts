/** Why a deploy must not start. Everything is found at once, one line each. */
import type { EnvironmentVariables } from "../../tools/settings.ts";
import { type RunCommand, wrangler } from "../cloud/command.ts";
import type { CloudEnvironment } from "../cloud/environments.ts";
import { findPlaceholders, readVar, type WranglerConfig } from "../cloud/wrangler-config.ts";

export interface PreflightInput {
  readonly environment: CloudEnvironment;
  readonly config: Pick<WranglerConfig, "vars" | "hyperdrive" | "routes">;
  readonly variables: EnvironmentVariables;
  readonly run: RunCommand;
}

/** Supabase: Connecting to Postgres. Transaction mode keeps no session, so no advisory lock. */
const TRANSACTION_POOLER_PORT = "6543";

/** Lines that each name what is missing and where it comes from; empty when the deploy may start. */
export async function findRefusals(input: PreflightInput): Promise<string[]> {
  const placeholders = findPlaceholders(input.config);
  return [
    ...(await findDirtyTree(input.run)),
    ...(placeholders.length > 0
      ? [`[env.${input.environment}] of wrangler.toml has placeholders: ${placeholders.join(", ")}`]
      : []),
    ...(await findMissingLogin(input)),
    ...findDatabaseProblem(input.variables.DATABASE_URL, readVar(input.config, "SUPABASE_URL")),
  ];
}

async function findDirtyTree(run: RunCommand): Promise<string[]> {
  const { status, stdout } = await run({
    program: "git",
    args: ["status", "--porcelain"],
    quiet: true,
  });
  if (status !== 0) return ["This is no git checkout, so nobody could tell what was deployed"];
  const changes = stdout.split("\n").filter((line) => line !== "").length;
  return changes === 0 ? [] : [`The working tree has ${changes} uncommitted changes: commit them`];
}

async function findMissingLogin({ variables, run }: PreflightInput): Promise<string[]> {
  if (variables.CLOUDFLARE_API_TOKEN) {
    return variables.CLOUDFLARE_ACCOUNT_ID
      ? []
      : ["CLOUDFLARE_ACCOUNT_ID is not set; it goes with CLOUDFLARE_API_TOKEN"];
  }
  const { status } = await run(wrangler(["whoami", "--json"], { quiet: true }));
  return status === 0
    ? []
    : ["Not logged in to Cloudflare: run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN"];
}

/** The database must be a hosted one, by its direct address, and of the same project as the site. */
function findDatabaseProblem(databaseUrl: string | undefined, supabaseUrl: string): string[] {
  if (!databaseUrl)
    return ["DATABASE_URL is not set: the direct connection string, for migrations"];
  const url = URL.parse(databaseUrl);
  if (!url?.protocol.startsWith("postgres")) return ["DATABASE_URL is no Postgres address"];
  if (url.port === TRANSACTION_POOLER_PORT) {
    return ["DATABASE_URL is the transaction pooler (port 6543): migrations need a session"];
  }
  const project = /^https:\/\/([a-z0-9-]+)\.supabase\.co/.exec(supabaseUrl)?.[1];
  if (project === undefined || `${url.username}@${url.hostname}`.includes(project)) return [];
  return [`DATABASE_URL is not of the Supabase project ${project} that SUPABASE_URL names`];
}
