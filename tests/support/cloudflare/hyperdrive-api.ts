/**
 * Hyperdrive and certificate endpoints. Accept what Cloudflare's client (cloudflare 7.3.0) types; reject
 * anything else.
 */
import { randomUUID, X509Certificate } from "node:crypto";
import * as v from "valibot";
import {
  type Account,
  type Api,
  ApiError,
  type Certificate,
  type Hyperdrive,
  pageResponse,
  ROOT,
  resultResponse,
} from "./account.ts";

/** The documented origin type of a Postgres host. */
const originSchema = v.strictObject({
  scheme: v.picklist(["postgres", "postgresql", "mysql"]),
  host: v.string(),
  port: v.number(),
  database: v.string(),
  user: v.string(),
  password: v.string(),
});
const mtlsSchema = v.strictObject({
  ca_certificate_id: v.optional(v.string()),
  mtls_certificate_id: v.optional(v.string()),
  sslmode: v.optional(v.picklist(["require", "verify-ca", "verify-full"])),
});
const configSchema = v.strictObject({
  name: v.string(),
  origin: originSchema,
  caching: v.optional(
    v.strictObject({
      disabled: v.optional(v.boolean()),
      max_age: v.optional(v.number()),
      stale_while_revalidate: v.optional(v.number()),
    }),
  ),
  mtls: v.optional(mtlsSchema),
  origin_connection_limit: v.optional(v.pipe(v.number(), v.integer())),
});
const changeSchema = v.strictObject({
  ...v.partial(configSchema).entries,
  origin: v.optional(v.strictObject(v.partial(originSchema).entries)),
});
const certificateSchema = v.strictObject({
  ca: v.boolean(),
  certificates: v.string(),
  name: v.optional(v.string()),
  private_key: v.optional(v.string()),
});

/** Without the password, which the API never returns. */
function toPublicConfig({ origin: { password: _, ...origin }, ...rest }: Hyperdrive) {
  return { ...rest, origin };
}

/** Parses `input`. Throws an `ApiError` for an undocumented body. */
function parseInput<Schema extends v.GenericSchema>(schema: Schema, input: unknown) {
  const parsed = v.safeParse(schema, input);
  if (parsed.success) return parsed.output;
  throw new ApiError(400, 2000, v.summarize(parsed.issues));
}

export function addDatabaseRoutes(app: Api, account: Account): void {
  const configs = `${ROOT}/hyperdrive/configs` as const;
  const find = (id: string) => {
    const found = account.hyperdrives.find((config) => config.id === id);
    if (!found) throw new ApiError(404, 2001, `No Hyperdrive configuration ${id}`);
    return found;
  };
  const checkAuthority = (mtls: v.InferOutput<typeof mtlsSchema> = {}) => {
    const id = mtls.ca_certificate_id;
    if (id !== undefined && !account.certificates.some((known) => known.id === id && known.ca)) {
      throw new ApiError(400, 2000, `No CA certificate ${id}`);
    }
  };
  app.get(configs, (context) => {
    return pageResponse(context, account.hyperdrives.map(toPublicConfig));
  });
  app.post(configs, async (context) => {
    const wanted = parseInput(configSchema, await context.req.json());
    checkAuthority(wanted.mtls);
    const id = randomUUID().replaceAll("-", "");
    const config: Hyperdrive = { id, caching: {}, ...wanted };
    account.hyperdrives.push(config);
    return resultResponse(context, toPublicConfig(config));
  });
  app.patch(`${configs}/:id`, async (context) => {
    const config = find(context.req.param("id"));
    const change = parseInput(changeSchema, await context.req.json());
    checkAuthority(change.mtls);
    Object.assign(config, change, { origin: { ...config.origin, ...change.origin } });
    return resultResponse(context, toPublicConfig(config));
  });
  addCertificateRoutes(app, account);
}

function addCertificateRoutes(app: Api, account: Account): void {
  const certificates = `${ROOT}/mtls_certificates` as const;
  app.get(certificates, (context) => {
    const { name } = context.req.query();
    return resultResponse(
      context,
      account.certificates.filter((each) => name === undefined || each.name === name),
    );
  });
  app.post(certificates, async (context) => {
    const { private_key: _, ...wanted } = parseInput(certificateSchema, await context.req.json());
    if (wanted.name && account.certificates.some(({ name }) => name === wanted.name)) {
      throw new ApiError(400, 1400, `There is a certificate named ${wanted.name}`);
    }
    const certificate = readCertificate(wanted, account.now());
    account.certificates.push(certificate);
    return resultResponse(context, certificate);
  });
}

function readCertificate(
  wanted: Pick<Certificate, "ca" | "certificates" | "name">,
  uploadedOn: string,
): Certificate {
  try {
    const { issuer, serialNumber, validToDate, ca } = new X509Certificate(wanted.certificates);
    if (wanted.ca && !ca) throw new Error("not of an authority");
    return {
      ...wanted,
      id: randomUUID(),
      issuer,
      serial_number: serialNumber,
      signature: "SHA256-RSA",
      expires_on: validToDate.toISOString(),
      uploaded_on: uploadedOn,
    };
  } catch (error) {
    throw new ApiError(400, 1405, `The certificate is invalid: ${String(error)}`);
  }
}
