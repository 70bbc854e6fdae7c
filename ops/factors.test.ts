/** Runs the command against a stub of Supabase Auth. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Hono } from "hono";
import { type HttpServer, listen } from "local-kit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findFreeOffset } from "../tests/support/isolation.ts";
import { portsAt } from "../tools/settings.ts";

const USER = "6f1f0f3e-7f1c-4a53-9d6e-0d4f6f0b1c2d";
const FACTOR = "0b9a4c1e-2f6d-4a43-8c6e-1d4f6f0b1c2d";
const removed: string[] = [];
let offset: number;
let server: HttpServer;
beforeAll(async () => {
  offset = await findFreeOffset();
  const app = new Hono();
  app.get(`/auth/v1/admin/users/${USER}/factors`, (context) =>
    context.json([
      {
        id: FACTOR,
        friendly_name: "Phone\u001b[2J\u202e\nTablet, verified",
        factor_type: "totp",
        status: "verified",
        created_at: "2026-11-01T10:00:00Z",
        updated_at: "2026-11-01T10:00:00Z",
      },
    ]),
  );
  app.delete(`/auth/v1/admin/users/${USER}/factors/:id`, (context) => {
    removed.push(context.req.param("id"));
    return context.json({ id: context.req.param("id") });
  });
  server = await listen(app.fetch, portsAt(offset).supabase);
});
beforeEach(() => {
  removed.length = 0;
});
afterAll(() => server.close());

async function run(...args: string[]) {
  const child = spawn(process.execPath, ["ops/factors.ts", ...args], {
    env: { ...process.env, PORT_OFFSET: String(offset), SUPABASE_SECRET_KEY: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [status] = await once(child, "close");
  return { status, output };
}
test("authenticator apps are listed, and a name chosen by the user stays on one line", async () => {
  const { status, output } = await run(USER, "--env", "local");
  expect(status).toBe(0);
  expect(output).toContain("Phone\\u001b[2J\\u202e\\u000aTablet, verified  verified  2026-11-01");
  expect(output).not.toMatch(/[^\P{C}\n]/u);
  expect(removed).toEqual([]);
});

test("with --yes they are removed", async () => {
  expect((await run(USER, "--env", "local", "--yes")).output).toContain("✓ 1 removed");
  expect(removed).toEqual([FACTOR]);
});

test("a missing key is named instead of using the local one", async () => {
  const { status, output } = await run(USER, "--env", "staging", "--yes");
  expect(status).toBe(1);
  expect(output).toContain("SUPABASE_SECRET_KEY is not set");
  expect(removed).toEqual([]);
});
