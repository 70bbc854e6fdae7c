/** Postgres connections for Node. */
import { readFileSync } from "node:fs";
import postgres from "postgres";

/** The roots of Supabase (docs/decisions/0018-verified-tls-to-database.md). */
const DEFAULT_CA_FILE = "supabase/prod-ca.crt";
const CONNECT_TIMEOUT_S = 10;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

/**
 * Opens one connection. Remote hosts require TLS with a certificate for the host from the authority in
 * DATABASE_CA_FILE; `?sslmode=verify-full`, the only accepted mode, requires it for localhost too. Throws one
 * line for an invalid URL or a missing certificate.
 */
export function connectPostgres(
  databaseUrl: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
  options: Pick<postgres.Options<Record<string, never>>, "max_lifetime"> = {},
): postgres.Sql {
  const url = URL.parse(databaseUrl);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new Error(
      "DATABASE_URL is not a Postgres URL: postgres://USER:PASSWORD@HOST:5432/postgres",
    );
  }
  const mode = url.searchParams.get("sslmode");
  url.searchParams.delete("sslmode");
  if (mode !== null && mode !== "verify-full") {
    throw new Error(`sslmode=${mode} is not safe: leave it out, or say verify-full`);
  }
  const isRemote = mode === "verify-full" || !LOOPBACK.test(url.hostname);
  // Without `host`, Node verifies the certificate of an IP address against "localhost".
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

/** Calls `work` with a new connection and closes it. */
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

interface CertificateAuthority {
  readonly file: string;
  /** The authority's certificate, as PEM. */
  readonly certificate: string;
}

/** Reads the database's certificate authority from DATABASE_CA_FILE. Throws one line when it is missing. */
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
