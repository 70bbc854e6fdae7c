/** A Postgres that accepts only TLS, with a certificate of a test authority. */
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { findFreePort } from "local-kit";
import postgres from "postgres";
import { startPostgres } from "../../../local/postgres/index.ts";
import { createChildProcesses } from "../../../local/processes/child-processes.ts";

/** The user that Postgres runs as when this process is root. */
const NOBODY = 65_534;

export interface TlsPostgres extends AsyncDisposable {
  /** Superuser URL, at `localhost`. */
  readonly url: string;
  /** The authority of the server's certificate. */
  readonly caFile: string;
  /** An authority with the same name and another key. */
  readonly otherCaFile: string;
}

export async function startTlsPostgres(): Promise<TlsPostgres> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "tls-postgres-"));
  chmodSync(folder, 0o755);
  const dataDir = path.join(folder, "data");
  const port = await findFreePort();
  const processes = await createChildProcesses(folder, { isTemporary: true });
  const server = await startPostgres({ dataDir, port, processes });
  const caFile = makeAuthority(folder, "ca");
  const otherCaFile = makeAuthority(folder, "other");
  makeServerCertificate(folder, dataDir);
  const sql = postgres(server.superuserUrl, { max: 1, onnotice: () => {} });
  await sql`alter system set ssl_cert_file = 'server.crt'`;
  await sql`alter system set ssl_key_file = 'server.key'`;
  await sql`alter system set ssl = on`;
  writeFileSync(path.join(dataDir, "pg_hba.conf"), "hostssl all all 127.0.0.1/32 scram-sha-256\n");
  await sql`select pg_reload_conf()`;
  await sql.end();
  return {
    url: server.superuserUrl.replace("127.0.0.1", "localhost"),
    caFile,
    otherCaFile,
    async [Symbol.asyncDispose]() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function makeServerCertificate(folder: string, dataDir: string): void {
  const key = ["-newkey", "rsa:2048", "-noenc", "-keyout", "server.key"];
  openssl(folder, "req", ...key, "-subj", "/CN=localhost", "-out", "server.csr");
  writeFileSync(path.join(folder, "server.ext"), "subjectAltName=DNS:localhost\n");
  const signer = ["-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial"];
  const request = ["-in", "server.csr", "-extfile", "server.ext", "-days", "2"];
  openssl(folder, "x509", "-req", ...request, ...signer, "-out", "server.crt");
  for (const file of ["server.crt", "server.key"]) {
    const installed = path.join(dataDir, file);
    copyFileSync(path.join(folder, file), installed);
    chmodSync(installed, 0o600);
    if (process.getuid?.() === 0) chownSync(installed, NOBODY, NOBODY);
  }
}

/** Runs openssl in `folder`. Throws with its output. */
function openssl(folder: string, ...args: string[]): void {
  execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
}

/** Creates a certificate authority and key in `folder`; returns the certificate's path. */
export function makeAuthority(folder: string, name: string): string {
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc"];
  const subject = ["-keyout", `${name}.key`, "-subj", "/CN=Test authority", "-days", "2"];
  openssl(folder, "req", "-x509", ...key, ...subject, "-out", `${name}.crt`);
  return path.join(folder, `${name}.crt`);
}
