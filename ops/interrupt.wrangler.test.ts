/** Interrupts `node ops/deploy.ts`, with the real wrangler. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { type Checkout, makeCheckout } from "../tests/support/cloudflare/checkout.ts";
import {
  PREVIOUS_COMMIT,
  startWorld,
  WORKER,
  type World,
} from "../tests/support/cloudflare/world.ts";

/** In place of the build, which takes most of a deploy's time: a Worker whose code contains the commit. */
const BUILD = `
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
const commit = execFileSync("git", ["rev-parse", "--short=12", "HEAD"]).toString().trim();
for (const folder of ["build/server", ".wrangler/deploy"]) mkdirSync(folder, { recursive: true });
// The start-up check builds again, and would otherwise read wrangler.toml.
writeFileSync(".wrangler/deploy/config.json", '{"configPath":"../../build/server/wrangler.json"}');
writeFileSync("build/server/index.js", "export default { fetch: () => new Response('" + commit + "') };");
writeFileSync("build/server/wrangler.json", JSON.stringify({
  name: "${WORKER}",
  targetEnvironment: "staging",
  main: "index.js",
  no_bundle: true,
  rules: [{ type: "ESModule", globs: ["**/*.js"] }],
  compatibility_date: "2026-10-01",
}));`;

let checkout: Checkout;
beforeAll(() => {
  checkout = makeCheckout();
  const scripts = { build: "node fake-build.js" };
  const file = path.join(checkout.folder, "package.json");
  writeFileSync(file, JSON.stringify({ type: "module", scripts }));
  writeFileSync(path.join(checkout.folder, "fake-build.js"), BUILD);
  checkout.git("add", "--all");
});
afterAll(() => checkout.remove());

let world: World;
beforeEach(async () => {
  world = await startWorld(checkout);
  onTestFinished(() => world[Symbol.asyncDispose]());
  const file = path.join(checkout.folder, "wrangler.toml");
  const toml = readFileSync(file, "utf8").replaceAll(
    /^SITE_URL = .*$/gm,
    `SITE_URL = "${world.site.url}"`,
  );
  writeFileSync(file, toml);
  checkout.git("commit", "--quiet", "--all", "--message", "Site on this machine");
});

const deployments = () => world.cloudflare.account.worker(WORKER).deployments;

/** Deploys, and sends a signal twice, as npm and a terminal do, when `isTime` returns true. */
async function interrupt(signal: NodeJS.Signals, isTime: (printed: string) => boolean) {
  const args = ["ops/deploy.ts", "--env", "staging", "--checks-passed", "--any-commit"];
  const child = spawn(process.execPath, args, {
    cwd: checkout.folder,
    env: { ...process.env, ...world.target.env },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      printed += chunk;
    });
  }
  const ended = once(child, "close");
  while (child.exitCode === null && !isTime(printed)) await sleep(5);
  child.kill(signal);
  child.kill(signal);
  await ended;
  return { status: child.exitCode, lines: printed.trimEnd().split("\n") };
}

test("before the promotion, an interrupted deploy says that nothing changed", async () => {
  world.seedLive();
  const { status, lines } = await interrupt("SIGTERM", (printed) => printed.includes("▸ upload"));
  expect(status).toBe(1);
  expect(lines.slice(-3)).toEqual([
    "SIGTERM: stopping; once more to stop without cleaning up",
    "This deploy changed nothing for visitors",
    '✗ Step "upload": interrupted by SIGTERM',
  ]);
  expect(deployments()).toHaveLength(1);
});

test("after the promotion, an interrupted deploy rolls back", async () => {
  const before = world.seedLive();
  const { status, lines } = await interrupt("SIGINT", () => deployments().length === 3);
  expect(status).toBe(1);
  expect(lines).toContain(`To roll back: npm run rollback -- --env staging --version ${before.id}`);
  expect(lines).toContain(`Rolled back: all visitors have version ${before.id} again`);
  expect(lines.at(-1)).toMatch(/^✗ Step ".*": interrupted by SIGINT$/);
  expect(world.readTrafficShares()).toEqual({ [PREVIOUS_COMMIT]: 100 });
});
