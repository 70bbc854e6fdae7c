import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { listen } from "local-kit";
import { expect, onTestFinished, test } from "vitest";
import { findFreeOffset } from "../../tests/support/isolation.ts";
import { portsAt } from "../../tools/settings.ts";
import { runCheck } from "./checks.ts";
import { LOCAL_CHECKS, type LocalEnvironment } from "./local-doctor.ts";

/** A project folder with these files. */
function makeFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "doctor-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

async function runDoctor(environment: LocalEnvironment): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, check] of Object.entries(LOCAL_CHECKS)) {
    lines.push((await runCheck(name, check, environment)).line);
  }
  return lines;
}

const INSTALLED = { "node_modules/.package-lock.json": "{}", "build/server/wrangler.json": "{}" };

const makeNode = (node: string) =>
  ({ platform: "darwin", arch: "arm64", versions: { node } }) as const;

test("a complete setup passes", async () => {
  const env = { PORT_OFFSET: String(await findFreeOffset()) };
  const folder = makeFolder({ ...INSTALLED, ".dev.vars": 'TURNSTILE_SITE_KEY="key"\n' });
  const lines = await runDoctor({ folder, node: makeNode("24.21.0"), env });
  expect(lines).toHaveLength(6);
  expect(lines.filter((line) => !line.startsWith("✓"))).toEqual([]);
});

test("every problem gets its own line with a fix", async () => {
  const offset = await findFreeOffset();
  const squatter = await listen(() => new Response(""), portsAt(offset).stripe);
  onTestFinished(() => squatter.close());
  const folder = makeFolder({ ".dev.vars": "STRIPE_SECRET_KYE=sk_test_x\n" });
  const env = { PORT_OFFSET: String(offset), SITE_URL: "nonsense" };
  const lines = await runDoctor({ folder, node: makeNode("18.20.1"), env });
  expect(lines).toEqual([
    "✗ Node: Node 18.20.1 is too old: install Node 22.18 or newer (the project bundles Node on Linux x64 and arm64 only)",
    "✗ dependencies: missing; run `npm install`",
    "✗ .dev.vars: STRIPE_SECRET_KYE is not in .dev.vars.example",
    expect.stringContaining("✗ configuration: Configuration: SITE_URL is not valid"),
    expect.stringMatching(/^\? local cloud: could not look: .* Port \d+ \(stripe\) is taken/),
    "✗ production build: missing; run `npm run build`",
  ]);
});
