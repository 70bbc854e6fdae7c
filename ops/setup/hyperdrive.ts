/** The Worker's way to Postgres: a role with a password of its own, and a Hyperdrive configuration. */
import { createHash, randomBytes } from "node:crypto";
import * as v from "valibot";
import { type Authority, withPostgres } from "../../drizzle/connect.ts";
import type { RunCommand } from "../cloud/command.ts";
import { parseDatabaseUrl, projectOf } from "../cloud/database-url.ts";
import { readWranglerJson, runWrangler, wrangler } from "../cloud/wrangler.ts";
import { WRANGLER_TOML } from "../cloud/wrangler-config.ts";

/** Half of what Supabase's smallest paid machine takes; the rest is for Auth, REST and migrations. */
const CONNECTION_LIMIT = 30;
const CONFIG_ID = /\b[0-9a-f]{32}\b/;
const CERTIFICATE_ID = /^ID: (\S+)$/m;

const configSchema = v.object({
  id: v.string(),
  name: v.string(),
  origin: v.object({ host: v.optional(v.string(), ""), user: v.optional(v.string(), "") }),
  caching: v.optional(v.object({ disabled: v.optional(v.boolean(), false) }), {}),
  origin_connection_limit: v.optional(v.number()),
  mtls: v.nullish(
    v.object({ ca_certificate_id: v.nullish(v.string()), sslmode: v.nullish(v.string()) }),
  ),
});

export type HyperdriveConfig = v.InferOutput<typeof configSchema>;

/** wrangler lists configurations as a table; their details come as JSON. */
const sourceOf = (environment: string) => ["--config", WRANGLER_TOML, "--env", environment];

/** A configuration, as the account has it. Throws when it has none with this id. */
export function readHyperdrive(
  run: RunCommand,
  environment: string,
  id: string,
): Promise<HyperdriveConfig> {
  return readWranglerJson(run, ["hyperdrive", "get", id, ...sourceOf(environment)], configSchema);
}

/**
 * True when Hyperdrive takes no database but one with a certificate from an uploaded authority, and with its own
 * host's name in it. Its default, `require`, is documented for public authorities, and Supabase's is none of them.
 */
export function isVerified({ mtls }: HyperdriveConfig): boolean {
  return mtls?.sslmode === "verify-full" && Boolean(mtls.ca_certificate_id);
}

/**
 * The id that `authority` has at Cloudflare; uploads it when the account does not have it. Its name there holds
 * a hash of its content, so both environments share it, and a new authority is another one.
 */
export async function ensureAuthority(
  run: RunCommand,
  environment: string,
  { file, certificate }: Authority,
): Promise<string> {
  const hash = createHash("sha256").update(certificate).digest("hex").slice(0, 16);
  const name = `selvedge-database-ca-${hash}`;
  const source = sourceOf(environment);
  const list = wrangler(["cert", "list", ...source], { quiet: true });
  const known = (await runWrangler(run, list)).stdout
    .split(/^(?=ID: )/m)
    .find((record) => record.split("\n").includes(`Name: ${name}`));
  const upload = ["cert", "upload", "certificate-authority", "--ca-cert", file, "--name", name];
  const stdout =
    known ?? (await runWrangler(run, wrangler([...upload, ...source], { quiet: true }))).stdout;
  const id = CERTIFICATE_ID.exec(stdout)?.[1];
  if (id === undefined) throw new Error("wrangler cert upload certificate-authority named no id");
  return id;
}

const verifiedBy = (authorityId: string) =>
  ["--ca-certificate-id", authorityId, "--sslmode", "verify-full"] as const;

/**
 * Makes the configuration verify the database by that authority. False when it does already; nothing else of it
 * changes, since wrangler sends the parts that it has options for (PATCH).
 */
export async function verifyHyperdrive(
  run: RunCommand,
  environment: string,
  id: string,
  authorityId: string,
): Promise<boolean> {
  const config = await readHyperdrive(run, environment, id);
  if (isVerified(config) && config.mtls?.ca_certificate_id === authorityId) return false;
  const args = ["hyperdrive", "update", id, ...verifiedBy(authorityId), ...sourceOf(environment)];
  await runWrangler(run, wrangler(args, { quiet: true }));
  return true;
}

/** The id of the configuration called `name`, if the account has it. */
export async function findHyperdrive(
  run: RunCommand,
  environment: string,
  name: string,
): Promise<string | undefined> {
  const list = wrangler(["hyperdrive", "list", ...sourceOf(environment)], { quiet: true });
  const { stdout } = await runWrangler(run, list);
  const isOurs = (line: string) => line.split(/[^\w-]+/).includes(name);
  return CONFIG_ID.exec(stdout.split("\n").find(isOurs) ?? "")?.[0];
}

/**
 * Creates the configuration with caching off, since a cached row would outlive its owner's change to it.
 * wrangler takes the password as an argument only: run it on a machine of your own.
 */
export async function createHyperdrive(
  run: RunCommand,
  environment: string,
  name: string,
  connectionString: string,
  authorityId: string,
): Promise<string> {
  const args = [
    ...["hyperdrive", "create", name, ...sourceOf(environment)],
    ...["--connection-string", connectionString, "--caching-disabled"],
    ...["--origin-connection-limit", String(CONNECTION_LIMIT)],
    ...verifiedBy(authorityId),
  ];
  const { stdout } = await runWrangler(run, wrangler(args, { quiet: true })).catch(
    (error: unknown) => {
      // The message holds the command line, and with it the password.
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(reason.replaceAll(new URL(connectionString).password, "…"));
    },
  );
  const id = CONFIG_ID.exec(stdout)?.[0];
  if (id === undefined) throw new Error("wrangler hyperdrive create named no id");
  return id;
}

/**
 * Where Hyperdrive has to connect: the project's own host. It keeps sessions of its own, so a pooler in
 * between would take them away again (Supabase, Connecting with Hyperdrive). Undefined where nobody can tell.
 */
export function findOrigin(databaseUrl: string, supabaseUrl: string): string | undefined {
  const address = parseDatabaseUrl(databaseUrl);
  if (address?.way === "direct") return databaseUrl;
  const project = projectOf(supabaseUrl);
  return project && `postgres://db.${project}.supabase.co:5432/postgres`;
}

/** Gives `app_worker` a new random password, and returns its connection string at `originUrl`. */
export async function renewWorkerPassword(databaseUrl: string, originUrl: string): Promise<string> {
  const password = randomBytes(24).toString("base64url");
  // A utility statement takes no parameters; base64url holds nothing that would need quoting.
  await withPostgres(databaseUrl, (sql) =>
    sql.unsafe(`alter role app_worker login password '${password}'`),
  );
  const url = new URL(originUrl);
  url.username = "app_worker";
  url.password = password;
  return url.href;
}
