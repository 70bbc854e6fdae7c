/** The Worker's database role and its Hyperdrive configuration. */
import { createHash, randomBytes } from "node:crypto";
import * as v from "valibot";
import { readCertificateAuthority, withPostgres } from "../../drizzle/connect.ts";
import { describeError } from "./http.ts";
import { findHyperdriveOrigin } from "./supabase.ts";
import type { Target } from "./target.ts";
import { wrangler, wranglerJson } from "./wrangler.ts";

/** Half the connections of Supabase's smallest paid instance; the rest is for Auth, REST and migrations. */
const CONNECTION_LIMIT = 30;
const CONFIG_ID = /\b[0-9a-f]{32}\b/;
const CERTIFICATE_ID = /^ID: (\S+)$/m;
/** The Worker's Postgres role. */
export const WORKER_ROLE = "app_worker";

const configSchema = v.object({
  id: v.string(),
  origin: v.object({ host: v.optional(v.string(), ""), user: v.optional(v.string(), "") }),
  caching: v.optional(v.object({ disabled: v.optional(v.boolean(), false) }), {}),
  origin_connection_limit: v.optional(v.number()),
  mtls: v.nullish(
    v.object({ ca_certificate_id: v.nullish(v.string()), sslmode: v.nullish(v.string()) }),
  ),
});

export type HyperdriveConfig = v.InferOutput<typeof configSchema>;

/** Reads a configuration. Throws when the id is unknown. */
export function readHyperdrive(target: Target, id: string): Promise<HyperdriveConfig> {
  return wranglerJson(target, ["hyperdrive", "get", id], configSchema);
}

/**
 * True when Hyperdrive verifies the database's certificate against an uploaded authority and its host name. The default
 * mode, `require`, covers public authorities only; Supabase's is private.
 */
export function verifiesCertificate({ mtls }: HyperdriveConfig): boolean {
  return mtls?.sslmode === "verify-full" && Boolean(mtls.ca_certificate_id);
}

/** Finds or creates the environment's configuration and returns its id. Updates only certificate verification. */
export async function ensureHyperdrive(target: Target): Promise<string> {
  const name = target.worker;
  const verification = [
    ...["--ca-certificate-id", await ensureCertificateAuthority(target)],
    ...["--sslmode", "verify-full"],
  ];
  const known = await findHyperdrive(target, name);
  if (known === undefined) {
    const id = await createHyperdrive(target, name, verification);
    console.log(`✓ created Hyperdrive configuration ${name}`);
    return id;
  }
  console.log(`✓ found Hyperdrive configuration ${name}`);
  const config = await readHyperdrive(target, known);
  if (!verifiesCertificate(config) || config.mtls?.ca_certificate_id !== verification[1]) {
    await wrangler(target, ["hyperdrive", "update", known, ...verification], { quiet: true });
    console.log(`✓ ${name} now verifies the database's certificate`);
  }
  return known;
}

/**
 * Uploads the database's certificate authority to Cloudflare if needed, and returns its id. Its name contains a content
 * hash, so environments share it and a new authority gets a new entry.
 */
async function ensureCertificateAuthority(target: Target): Promise<string> {
  const { file, certificate } = readCertificateAuthority(target.env);
  const hash = createHash("sha256").update(certificate).digest("hex").slice(0, 16);
  const name = `database-ca-${hash}`;
  const listed = await wrangler(target, ["cert", "list"], { quiet: true });
  const known = listed
    .split(/^(?=ID: )/m)
    .find((record) => record.split("\n").includes(`Name: ${name}`));
  const upload = ["cert", "upload", "certificate-authority", "--ca-cert", file, "--name", name];
  const id = CERTIFICATE_ID.exec(known ?? (await wrangler(target, upload, { quiet: true })))?.[1];
  if (id === undefined) throw new Error("wrangler cert upload certificate-authority printed no id");
  return id;
}

/** Parses the table of `wrangler hyperdrive list`. */
async function findHyperdrive(target: Target, name: string): Promise<string | undefined> {
  const table = await wrangler(target, ["hyperdrive", "list"], { quiet: true });
  const row = table.split("\n").find((line) => line.split(/[^\w-]+/).includes(name));
  return CONFIG_ID.exec(row ?? "")?.[0];
}

/**
 * Creates the configuration without caching, so that users see their own changes. wrangler accepts the password only as
 * an argument, which other users of the machine can see.
 */
async function createHyperdrive(
  target: Target,
  name: string,
  verification: readonly string[],
): Promise<string> {
  const password = await resetWorkerPassword(target);
  const url = new URL(findHyperdriveOrigin(target) ?? "");
  url.username = WORKER_ROLE;
  url.password = password;
  const args = [
    ...["hyperdrive", "create", name, "--connection-string", url.href, "--caching-disabled"],
    ...["--origin-connection-limit", String(CONNECTION_LIMIT), ...verification],
  ];
  const stdout = await wrangler(target, args, { quiet: true }).catch((error: unknown) => {
    // The message contains the command line with the password.
    throw new Error(describeError(error).replaceAll(password, "…"));
  });
  const id = CONFIG_ID.exec(stdout)?.[0];
  if (id === undefined) throw new Error("wrangler hyperdrive create printed no id");
  return id;
}

/** Sets a new random password for the Worker's role and returns it. */
async function resetWorkerPassword(target: Target): Promise<string> {
  const password = randomBytes(24).toString("base64url");
  // ALTER ROLE takes no parameters; base64url needs no escaping.
  await withPostgres(target.env.DATABASE_URL ?? "", (sql) =>
    sql.unsafe(`alter role ${WORKER_ROLE} login password '${password}'`),
  );
  return password;
}
