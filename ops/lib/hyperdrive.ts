/** The Worker's way to Postgres: a role with a password of its own, and a Hyperdrive configuration. */
import { createHash, randomBytes } from "node:crypto";
import * as v from "valibot";
import { readCertificateAuthority, withPostgres } from "../../drizzle/connect.ts";
import { describeError } from "./http.ts";
import { findHyperdriveOrigin } from "./supabase.ts";
import type { Target } from "./target.ts";
import { wrangler, wranglerJson } from "./wrangler.ts";

/** Half of what Supabase's smallest paid machine takes; the rest is for Auth, REST and migrations. */
const CONNECTION_LIMIT = 30;
const CONFIG_ID = /\b[0-9a-f]{32}\b/;
const CERTIFICATE_ID = /^ID: (\S+)$/m;
/** The role that the Worker signs in with. */
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

/** A configuration, as the account has it. Throws when it has none with this id. */
export function readHyperdrive(target: Target, id: string): Promise<HyperdriveConfig> {
  return wranglerJson(target, ["hyperdrive", "get", id], configSchema);
}

/**
 * True when Hyperdrive takes no database but one with a certificate from an uploaded authority, and with its own
 * host's name in it. Its default, `require`, is documented for public authorities, and Supabase's is private.
 */
export function verifiesCertificate({ mtls }: HyperdriveConfig): boolean {
  return mtls?.sslmode === "verify-full" && Boolean(mtls.ca_certificate_id);
}

/**
 * Finds or creates the environment's configuration, and returns its id. One that does not verify the database by
 * the authority's certificate is changed; nothing else of it is, since wrangler sends what it has options for.
 */
export async function ensureHyperdrive(target: Target): Promise<string> {
  const name = target.worker;
  const verified = [
    ...["--ca-certificate-id", await ensureCertificateAuthority(target)],
    ...["--sslmode", "verify-full"],
  ];
  const known = await findHyperdrive(target, name);
  if (known === undefined) {
    const id = await createHyperdrive(target, name, verified);
    console.log(`✓ created Hyperdrive configuration ${name}`);
    return id;
  }
  console.log(`✓ found Hyperdrive configuration ${name}`);
  const config = await readHyperdrive(target, known);
  if (!verifiesCertificate(config) || config.mtls?.ca_certificate_id !== verified[1]) {
    await wrangler(target, ["hyperdrive", "update", known, ...verified], { quiet: true });
    console.log(`✓ ${name} verifies the database's certificate from now on`);
  }
  return known;
}

/**
 * The id of the database's authority at Cloudflare; uploads it when the account does not have it. Its name there
 * holds a hash of its content, so both environments share it, and a new authority is another one.
 */
async function ensureCertificateAuthority(target: Target): Promise<string> {
  const { file, certificate } = readCertificateAuthority(target.env);
  const hash = createHash("sha256").update(certificate).digest("hex").slice(0, 16);
  const name = `selvedge-database-ca-${hash}`;
  const listed = await wrangler(target, ["cert", "list"], { quiet: true });
  const known = listed
    .split(/^(?=ID: )/m)
    .find((record) => record.split("\n").includes(`Name: ${name}`));
  const upload = ["cert", "upload", "certificate-authority", "--ca-cert", file, "--name", name];
  const id = CERTIFICATE_ID.exec(known ?? (await wrangler(target, upload, { quiet: true })))?.[1];
  if (id === undefined) throw new Error("wrangler cert upload certificate-authority named no id");
  return id;
}

/** wrangler lists configurations as a table. */
async function findHyperdrive(target: Target, name: string): Promise<string | undefined> {
  const table = await wrangler(target, ["hyperdrive", "list"], { quiet: true });
  const row = table.split("\n").find((line) => line.split(/[^\w-]+/).includes(name));
  return CONFIG_ID.exec(row ?? "")?.[0];
}

/**
 * Caching is off, since a cached row would outlive its owner's change to it. wrangler takes the password as an
 * argument only: run it on a machine of your own.
 */
async function createHyperdrive(
  target: Target,
  name: string,
  verified: readonly string[],
): Promise<string> {
  const password = await resetWorkerPassword(target);
  const url = new URL(findHyperdriveOrigin(target) ?? "");
  url.username = WORKER_ROLE;
  url.password = password;
  const args = [
    ...["hyperdrive", "create", name, "--connection-string", url.href, "--caching-disabled"],
    ...["--origin-connection-limit", String(CONNECTION_LIMIT), ...verified],
  ];
  const stdout = await wrangler(target, args, { quiet: true }).catch((error: unknown) => {
    // The message holds the command line, and with it the password.
    throw new Error(describeError(error).replaceAll(password, "…"));
  });
  const id = CONFIG_ID.exec(stdout)?.[0];
  if (id === undefined) throw new Error("wrangler hyperdrive create named no id");
  return id;
}

/** Gives the Worker's role a new random password. */
async function resetWorkerPassword(target: Target): Promise<string> {
  const password = randomBytes(24).toString("base64url");
  // A utility statement takes no parameters; base64url holds nothing that would need quoting.
  await withPostgres(target.env.DATABASE_URL ?? "", (sql) =>
    sql.unsafe(`alter role ${WORKER_ROLE} login password '${password}'`),
  );
  return password;
}
