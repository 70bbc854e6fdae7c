import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTlsPostgres, type TlsPostgres } from "../tests/support/database/tls-postgres.ts";
import { connectPostgres } from "./connect.ts";

let server: TlsPostgres;
beforeAll(async () => {
  server = await startTlsPostgres();
}, 60_000);
afterAll(() => server[Symbol.asyncDispose]());

/** "yes" when the connection is encrypted; otherwise the error. */
async function isEncrypted(url: string, caFile?: string): Promise<string> {
  try {
    const sql = connectPostgres(url, { DATABASE_CA_FILE: caFile });
    try {
      const [row] = await sql<{ ssl: boolean }[]>`
        select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
      return row?.ssl ? "yes" : "no";
    } finally {
      await sql.end({ timeout: 1 });
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe("a connection to the database", () => {
  test("is encrypted when the authority signed the server's certificate", async () => {
    expect(await isEncrypted(`${server.url}?sslmode=verify-full`, server.caFile)).toBe("yes");
  });

  test("fails when another authority signed the server's certificate", async () => {
    const reason = await isEncrypted(`${server.url}?sslmode=verify-full`, server.otherCaFile);
    expect(reason).toMatch(/certificate|signature/);
  });

  test("fails when the certificate is for another host", async () => {
    const byAddress = server.url.replace("localhost", "127.0.0.1");
    expect(await isEncrypted(`${byAddress}?sslmode=verify-full`, server.caFile)).toMatch(
      /altnames|127\.0\.0\.1/,
    );
  });

  test("fails unencrypted at a server that requires TLS", async () => {
    expect(await isEncrypted(server.url)).toContain("no encryption");
  });

  test("rejects TLS modes without verification", async () => {
    expect(await isEncrypted(`${server.url}?sslmode=require`)).toContain("sslmode=require");
  });

  test("fails without printing the URL, which contains a password", async () => {
    for (const address of ["my secret", "https://me:secret@db.example.com"]) {
      expect(await isEncrypted(address)).toMatch(/^DATABASE_URL is not a Postgres URL(?!.*secret)/);
    }
  });

  test("to a remote host requires the authority's certificate", async () => {
    const url = "postgres://postgres:p@db.stagingproject.supabase.co:5432/postgres";
    expect(await isEncrypted(url, "no-such-file.crt")).toContain("needs no-such-file.crt");
  });
});
