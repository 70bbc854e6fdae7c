/** Connections to Postgres for whatever runs on Node. */
import { readFileSync } from "node:fs";
import postgres from "postgres";

/** Supabase, Database settings, SSL configuration, Download certificate. */
const DEFAULT_CA_FILE = "supabase/prod-ca.crt";
const CONNECT_TIMEOUT_S = 10;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

/**
 * One connection to `databaseUrl`. To any host but this machine it is TLS, and the certificate has to be for
 * that host and from the authority in DATABASE_CA_FILE. `?sslmode=verify-full` asks for the same on this
 * machine; no other mode is taken. Throws one line for what is no address of Postgres, and when the authority's
 * certificate is not there.
 */
export function connectPostgres(
  databaseUrl: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
  options: Pick<postgres.Options<Record<string, never>>, "max_lifetime"> = {},
): postgres.Sql {
  const url = URL.parse(databaseUrl);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new Error(
      "DATABASE_URL is no Postgres address: postgres://USER:PASSWORD@HOST:5432/postgres",
    );
  }
  const mode = url.searchParams.get("sslmode");
  url.searchParams.delete("sslmode");
  if (mode !== null && mode !== "verify-full") {
    throw new Error(`sslmode=${mode} is not safe: leave it out, or say verify-full`);
  }
  const isRemote = mode === "verify-full" || !LOOPBACK.test(url.hostname);
  // Without `host`, Node compares the certificate of an address without a name with "localhost".
  const host = url.hostname;
  return postgres(url.href, {
    ...options,
    max: 1,
    connect_timeout: CONNECT_TIMEOUT_S,
    onnotice: () => {},
    ssl: isRemote && {
      ca: readCertificateAuthority(env).certificate,
      host,
      rejectUnauthorized: true,
    },
  });
}

/** Does `work` on a connection of its own. */
export async function withPostgres<T>(
  databaseUrl: string,
  work: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  const sql = connectPostgres(databaseUrl);
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

export interface CertificateAuthority {
  readonly file: string;
  /** PEM. */
  readonly certificate: string;
}

/** The authority that signs the databases' certificates, from DATABASE_CA_FILE. Throws one line when it is not there. */
export function readCertificateAuthority(
  env: Readonly<Record<string, string | undefined>>,
): CertificateAuthority {
  const file = env.DATABASE_CA_FILE ?? DEFAULT_CA_FILE;
  try {
    return { file, certificate: readFileSync(file, "utf8") };
  } catch {
    throw new Error(
      `The connection to the database needs ${file}, the certificate of its authority: download it (Supabase, Database settings, SSL configuration), or set DATABASE_CA_FILE`,
    );
  }
}
