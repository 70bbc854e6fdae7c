import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTlsPostgres, type TlsPostgres } from "../tests/support/tls-postgres.ts";
import { connectPostgres } from "./connect.ts";

let server: TlsPostgres;
beforeAll(async () => {
  server = await startTlsPostgres();
}, 60_000);
afterAll(() => server[Symbol.asyncDispose]());

/** "yes" when the server says that the connection is encrypted; else why there is none. */
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
  test("is encrypted, once the server has shown its authority's certificate", async () => {
    expect(await isEncrypted(`${server.url}?sslmode=verify-full`, server.caFile)).toBe("yes");
  });

  test("is refused when another authority signed the server's certificate", async () => {
    const reason = await isEncrypted(`${server.url}?sslmode=verify-full`, server.otherCaFile);
    expect(reason).toMatch(/certificate|signature/);
  });

  test("is refused when the certificate is for another host", async () => {
    const byAddress = server.url.replace("localhost", "127.0.0.1");
    expect(await isEncrypted(`${byAddress}?sslmode=verify-full`, server.caFile)).toMatch(
      /altnames|127\.0\.0\.1/,
    );
  });

  test("in clear text is refused by a server that wants it encrypted", async () => {
    expect(await isEncrypted(server.url)).toContain("no encryption");
  });

  test("that would be encrypted without a look at the certificate is not made", async () => {
    expect(await isEncrypted(`${server.url}?sslmode=require`)).toContain("sslmode=require");
  });

  test("is refused without repeating the address, which holds a password", async () => {
    for (const address of ["my secret", "https://me:secret@db.example.com"]) {
      expect(await isEncrypted(address)).toMatch(
        /^DATABASE_URL is no Postgres address(?!.*secret)/,
      );
    }
  });

  test("to another machine is never tried without the authority's certificate", async () => {
    const url = "postgres://postgres:p@db.stagingproject.supabase.co:5432/postgres";
    expect(await isEncrypted(url, "no-such-file.crt")).toContain("needs no-such-file.crt");
  });
});
