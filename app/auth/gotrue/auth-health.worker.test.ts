import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openPlatform } from "../../../tests/support/worker/fixtures.ts";
import { unpackUserAgent } from "../../http/device-name.ts";
import type { Platform } from "../../platform/context.server.ts";
import { AUTH_FUNCTIONS, countFailingAuthFunctions, readAuthError } from "./auth-health.server.ts";

let platform: Platform;
beforeEach(() => {
  platform = openPlatform();
});
afterEach(() => platform.close());

test("calls every function that the Worker may call and that reads Supabase Auth's tables, and counts those that fail", async () => {
  const database = await platform.database.get();
  // Reads all of the audit log, which is a separate figure.
  const { rows } = await database.execute(sql`
    select proname, pronargs from pg_proc
    where pronamespace = 'public'::regnamespace and prosrc ~ '\\mauth\\.' and proname <> 'purge_auth_audit_log'
      and prorettype <> 'trigger'::regtype and has_function_privilege(oid, 'execute')`);
  const found = rows.map(({ proname, pronargs }) => [proname, pronargs]);
  expect(AUTH_FUNCTIONS).toEqual(Object.fromEntries(found));

  expect(await countFailingAuthFunctions(database, platform)).toBe(0);
  const lines: unknown[] = [];
  vi.spyOn(console, "error").mockImplementation((line) => void lines.push(line));
  const functions = { require_live_session: 2, renamed: 1 };
  expect(await countFailingAuthFunctions(database, platform, functions)).toBe(1);
  expect(lines).toEqual([
    expect.stringMatching(/auth.function_failed.*"name":"renamed".*does not exist/),
  ]);
});

test("reports a secret key that Supabase Auth rejects, asking as for a browser", async () => {
  const calls = vi.spyOn(globalThis, "fetch");
  expect(await readAuthError({ ...platform, userAgent: "node" })).toBe(0);
  const { headers } = calls.mock.calls[0]?.[1] ?? {};
  expect(unpackUserAgent(new Headers(headers).get("User-Agent") ?? "")).toBe("Mozilla/5.0");
  const { config } = platform;
  const supabase = { ...config.supabase, secretKey: "sb_secret_revoked" };
  expect(await readAuthError({ ...platform, config: { ...config, supabase } })).toBe(401);
});
