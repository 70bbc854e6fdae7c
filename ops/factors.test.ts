/** Runs the command against a stub of Supabase Auth. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Hono } from "hono";
import { type HttpServer, listen } from "local-kit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

const USER = "6f1f0f3e-7f1c-4a53-9d6e-0d4f6f0b1c2d";
const FACTOR = "0b9a4c1e-2f6d-4a43-8c6e-1d4f6f0b1c2d";
const removed: string[] = [];
let server: HttpServer;
beforeAll(async () => {
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
  server = await listen(app.fetch, 0);
});
beforeEach(() => {
  removed.length = 0;
});
afterAll(() => server.close());

async function run(args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ["ops/factors.ts", ...args], {
    env: { ...process.env, SUPABASE_URL: "", SUPABASE_SECRET_KEY: "", ...env },
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
const project = () => ({ SUPABASE_URL: server.url, SUPABASE_SECRET_KEY: "sb_secret_0123456789" });

test("authenticator apps are listed, and a name chosen by the user stays on one line", async () => {
  const { status, output } = await run([USER], project());
  expect(status).toBe(0);
  expect(output).toContain("Phone\\u001b[2J\\u202e\\u000aTablet, verified, verified, added 2026");
  expect(output).not.toMatch(/[^\P{C}\n]/u);
  expect(removed).toEqual([]);
});

test("with --yes they are removed", async () => {
  expect((await run([USER, "--yes"], project())).output).toContain("removed");
  expect(removed).toEqual([FACTOR]);
});

test("rejects an incomplete project address instead of using the local one", async () => {
  const { SUPABASE_SECRET_KEY } = project();
  const { status, output } = await run([USER, "--yes"], { SUPABASE_SECRET_KEY });
  expect(status).toBe(1);
  expect(output).toContain("go together");
});
