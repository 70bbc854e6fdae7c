/** The Worker's database role and its Hyperdrive configuration, by Cloudflare's API. */
import { createHash, randomBytes } from "node:crypto";
import * as v from "valibot";
import { readCertificateAuthority, withPostgres } from "../../drizzle/connect.ts";
import { findDifferences, type Resource } from "../lib/checks.ts";
import { callAccount, listAll } from "../lib/cloudflare-api.ts";
import { findHyperdriveOrigin } from "../lib/database-url.ts";
import type { Target } from "../lib/target.ts";
import { writeSection } from "./wrangler-toml.ts";

/** Half the connections of Supabase's smallest paid instance; the rest is for Auth, REST and migrations. */
const CONNECTION_LIMIT = 30;
const WORKER_ROLE = "app_worker";
const CONFIGS = "/hyperdrive/configs";
const PERMISSION = "Hyperdrive";
const CERTIFICATES = "/mtls_certificates";
const CERTIFICATE_PERMISSION = "SSL and Certificates";

const configSchema = v.looseObject({
  id: v.string(),
  name: v.string(),
  origin: v.object({ host: v.optional(v.string(), ""), user: v.optional(v.string(), "") }),
  origin_connection_limit: v.optional(v.number()),
});
type HyperdriveConfig = v.InferOutput<typeof configSchema>;
const idSchema = v.object({ id: v.string() });

/**
 * The configuration of wrangler.toml, or with the Worker's name. Throws when it connects to another database.
 */
async function findHyperdrive(target: Target): Promise<HyperdriveConfig | undefined> {
  const configs = await listAll(target, PERMISSION, CONFIGS, configSchema);
  const known = target.config.hyperdrive[0]?.id;
  const found =
    configs.find(({ id }) => id === known) ?? configs.find(({ name }) => name === target.worker);
  const host = findHyperdriveOrigin(target).hostname;
  if (!found || found.origin.host === host) return found;
  throw new Error(
    `${found.name} connects to ${found.origin.host}, not to ${host}: it is another project's, or after a restore to be moved (docs/runbook.md, Restore)`,
  );
}

/** Named by a hash of the content, so that environments share it and a new authority gets a new entry. */
function readCertificate({ env }: Target) {
  const { certificate: certificates } = readCertificateAuthority(env);
  const hash = createHash("sha256").update(certificates).digest("hex").slice(0, 16);
  return { ca: true, certificates, name: `database-ca-${hash}` };
}

async function findCertificate(target: Target): Promise<string | undefined> {
  const path = `${CERTIFICATES}?name=${readCertificate(target).name}`;
  const [found] = await callAccount(target, CERTIFICATE_PERMISSION, path, v.array(idSchema));
  return found?.id;
}

async function uploadCertificate(target: Target): Promise<string> {
  const request = { method: "POST", body: readCertificate(target) } as const;
  return (await callAccount(target, CERTIFICATE_PERMISSION, CERTIFICATES, idSchema, request)).id;
}

/**
 * Caching is off, so that users see their own changes; `require`, the default mode, verifies no private
 * authority.
 */
const getSettings = (certificate: string | undefined) => ({
  caching: { disabled: true },
  mtls: { ca_certificate_id: certificate, sslmode: "verify-full" },
});

function findProblems(config: HyperdriveConfig, certificate: string | undefined): string[] {
  const isLimited = config.origin_connection_limit !== undefined;
  return [
    ...findDifferences({ origin: { user: WORKER_ROLE }, ...getSettings(certificate) }, config),
    ...(isLimited ? [] : ["its connections are not limited"]),
  ];
}

export const hyperdrive: Resource = {
  name: "Hyperdrive",
  read: async (target) => {
    const found = await findHyperdrive(target);
    const certificate = await findCertificate(target);
    if (!found) return { problems: [`there is no configuration ${target.worker}`] };
    return {
      problems: [
        ...findProblems(found, certificate),
        target.config.hyperdrive[0]?.id !== found.id && "wrangler.toml has another id",
      ],
      detail: `at most ${found.origin_connection_limit} connections`,
    };
  },
  write: async (target) => {
    const certificate = (await findCertificate(target)) ?? (await uploadCertificate(target));
    const found = await findHyperdrive(target);
    const isRight = found && findProblems(found, certificate).length === 0;
    const { id } = isRight ? found : await writeHyperdrive(target, found, certificate);
    writeSection(target, `[[env.${target.environment}.hyperdrive]]`, { id });
  },
};

/**
 * Creates or corrects the configuration. Keeps the operator's limit, and the running Worker's password for
 * the same role.
 */
async function writeHyperdrive(
  target: Target,
  found: HyperdriveConfig | undefined,
  certificate: string,
): Promise<{ id: string }> {
  const body = {
    ...getSettings(certificate),
    origin_connection_limit: found?.origin_connection_limit ?? CONNECTION_LIMIT,
    ...(!found && { name: target.worker }),
    ...(found?.origin.user !== WORKER_ROLE && { origin: await createLogin(target) }),
  };
  const path = found ? `${CONFIGS}/${found.id}` : CONFIGS;
  const request = { method: found ? "PATCH" : "POST", body } as const;
  return callAccount(target, PERMISSION, path, idSchema, request);
}

/** Sets a new random password for the Worker's role, and returns the origin with it. */
async function createLogin(target: Target) {
  const password = randomBytes(24).toString("base64url");
  // ALTER ROLE takes no parameters; base64url needs no escaping.
  await withPostgres(target.env.DATABASE_URL ?? "", (sql) =>
    sql.unsafe(`alter role ${WORKER_ROLE} login password '${password}'`),
  );
  const { hostname: host, port, pathname } = findHyperdriveOrigin(target);
  return {
    scheme: "postgres",
    host,
    port: Number(port) || 5432,
    database: pathname.slice(1) || "postgres",
    user: WORKER_ROLE,
    password,
  };
}
