/** Deploys with the real wrangler, against a strict stand-in for Cloudflare's API and a real Postgres. */
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { collectLines } from "../tests/support/cloudflare/console-lines.ts";
import {
  PREVIOUS_COMMIT,
  SECRETS,
  setUpDeployHarness,
  WORKER,
} from "../tests/support/cloudflare/deploy-harness.ts";
import { spawnDeploy } from "../tests/support/cloudflare/spawn-deploy.ts";
import { type DeployOptions, deploy, release } from "./deploy.ts";
import { setMaintenance } from "./maintenance.ts";

const harness = setUpDeployHarness();

const deployedShares = () =>
  harness()
    .worker()
    .deployments.map(({ versions }) => versions.map(({ percentage }) => percentage));
const DEPLOY: DeployOptions = {
  "dry-run": false,
  "checks-passed": true,
  "any-commit": false,
};

test("a version that fails its smoke test never gets traffic; one that fails after the promotion is rolled back, over a new secret too", async () => {
  const before = harness().seedLive();
  harness().site.broken.add(harness().checkout.head());
  const tried = await harness().release();
  expect(tried.error).toBe(
    `Step "smoke test at 0 %" failed: 2 of 8 smoke checks failed at ${harness().site.url}`,
  );
  expect(tried.lines.join("\n")).toContain("✗ the database responds: /readyz responds 503");
  expect(tried.lines.at(-1)).toBe("This deploy changed nothing for visitors");
  expect(deployedShares()).toEqual([[100, 0], [100]]);
  expect(harness().readTrafficShares()).toEqual({
    [PREVIOUS_COMMIT]: 100,
    [harness().checkout.head()]: 0,
  });

  harness().site.broken.clear();
  const secrets = new Map(before.secrets).set("STRIPE_SECRET_KEY", "new");
  harness().cloudflare.account.addVersion(harness().worker(), {
    ...before,
    annotations: {},
    secrets,
  });
  const { error, lines } = await harness().release((line) => {
    if (line.includes("routes and crons")) harness().site.broken.add(harness().checkout.head());
  });
  expect(error).toMatch(/^Step "smoke test" failed: 2 of 8 smoke checks failed/);
  expect(lines).toContain(`Rolled back to ${before.id}`);
  expect(harness().readTrafficShares()).toEqual({ [PREVIOUS_COMMIT]: 100 });
});

test("an API failure during the promotion shows the reason and the rollback command", async () => {
  const before = harness().seedLive();
  const { error, lines } = await harness().release((line) => {
    if (!line.includes("promote to 100 %")) return;
    harness().cloudflare.injectFault({ at: /^POST .*\/deployments$/, when: "after" });
  });
  expect(error).toContain('Step "promote to 100 %" failed: no response from Cloudflare');
  expect(lines.at(-1)).toMatch(
    new RegExp(
      `^✗ Rollback: no response from Cloudflare: .* is live\\. Before the deploy: npm run rollback -- --env staging --version ${before.id}$`,
    ),
  );
});

test("one failed request to read the version, to try it, to promote it, and for the crons is repeated", async () => {
  harness().seedLive();
  const failOnce = (at: RegExp, when: "503" | "after") =>
    harness().cloudflare.injectFault({ at, when, once: true });
  failOnce(/^GET .*\/deployments$/, "503");
  const { error } = await harness().release((line) => {
    if (line.includes("smoke test at 0 %")) failOnce(/^POST .*\/deployments$/, "503");
    if (line.includes("promote to 100 %")) failOnce(/^POST .*\/deployments$/, "after");
    if (line.includes("routes and crons")) failOnce(/^PUT .*\/schedules$/, "503");
  });
  expect(error).toBeUndefined();
  expect(deployedShares()).toEqual([[100], [100], [100, 0], [100]]);
  expect(harness().readTrafficShares()).toEqual({ [harness().checkout.head()]: 100 });
});

test("routes and crons that fail do not take a good version back; the reason and the permission are named", async () => {
  harness().seedLive();
  const { error, lines } = await harness().release((line) => {
    if (line !== "▸ routes and crons") return;
    harness().cloudflare.injectFault({ at: /^PUT .*\/schedules$/, when: "403" });
  });
  expect(error).toMatch(
    /^Step "routes and crons" failed: .*schedules.* lacks the permission Account: Workers Scripts: Edit$/,
  );
  expect(lines.at(-1)).toBe(`staging is still running ${harness().checkout.head()}`);
  expect(harness().readTrafficShares()).toEqual({ [harness().checkout.head()]: 100 });
});

test("a failed upload prints its reason, and not what it uploaded", async () => {
  harness().seedLive();
  harness().cloudflare.injectFault({ at: /^POST .*\/versions$/, when: "503" });
  const { error, lines } = await harness().release();
  expect(error).toContain('Step "upload" failed: ');
  expect(lines.join("\n")).toContain("[ERROR]");
  expect(lines.length).toBeLessThan(20);
});

test("a first version that fails its smoke test stays live", async () => {
  harness().seedEmpty();
  harness().site.broken.add(harness().checkout.head());
  const { error, lines } = await harness().release();
  expect(error).toMatch(/^Step "smoke test" failed/);
  expect(lines.at(-1)).toBe("First version: nothing to roll back to");
  expect(harness().readTrafficShares()).toEqual({ [harness().checkout.head()]: 100 });
});

test("a failed migration leaves code, traffic and schema unchanged", async () => {
  harness().seedLive();
  const sql = postgres(harness().database.superuserUrl, { max: 1, onnotice: () => {} });
  await sql`create table public.contact_messages (id int)`;
  await sql.end();
  const { error } = await harness().release();
  expect(error).toMatch(/^Step "migrate" failed: .*contact_messages.* already exists/);
  expect(harness().worker().versions).toHaveLength(1);
  expect(harness().readTrafficShares()).toEqual({ [PREVIOUS_COMMIT]: 100 });
});

test("a missing Worker, permission or secret is named", async () => {
  expect((await harness().release()).error).toBe(
    `Step "record current version" failed: there is no Worker ${WORKER} yet; run \`npm run setup:cloud -- --env staging\``,
  );
  const env = { ...harness().target.env, CLOUDFLARE_API_TOKEN: "other" };
  const denied = await collectLines(() =>
    release({ ...harness().target, env }, harness().checkout.head()),
  );
  expect(denied.error).toContain("needs the permission Account: Workers Scripts: Read");
  expect(await harness().countMigrations()).toBe(0);
  harness().seedEmpty(SECRETS.filter((name) => name !== "SUPABASE_SECRET_KEY"));
  const { error } = await harness().release();
  expect(error).toMatch(/^Step "upload" failed: .*SUPABASE_SECRET_KEY/);
});

test("a deploy with uncommitted changes stops before any change", async () => {
  writeFileSync(path.join(harness().checkout.folder, "public/new.txt"), "new");
  const dirty = await collectLines(() => deploy(harness().target, DEPLOY));
  expect(dirty).toEqual({
    error: "Not deployed to staging",
    lines: ["✗ Not committed: public/new.txt"],
  });
  rmSync(path.join(harness().checkout.folder, "public/new.txt"));
  expect(harness().cloudflare.requests).toEqual([]);
});

test("a dry run needs no account", async () => {
  const packageFile = path.join(harness().checkout.folder, "package.json");
  writeFileSync(packageFile, JSON.stringify({ type: "module", scripts: { build: "true" } }));
  onTestFinished(() => void harness().checkout.git("checkout", "--quiet", "package.json"));
  const home = { HOME: harness().checkout.folder, XDG_CONFIG_HOME: harness().checkout.folder };
  const env = { ...harness().cloudflare.env, ...home, CLOUDFLARE_API_TOKEN: undefined };
  const target = { ...harness().target, env };
  const { error, lines } = await collectLines(() => deploy(target, { ...DEPLOY, "dry-run": true }));
  expect(error).toBeUndefined();
  expect(harness().cloudflare.requests).toEqual([]);
  expect(lines.slice(0, 3)).toEqual([
    "Would fail: Not committed: package.json",
    "Would fail: Not logged in to Cloudflare: run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN",
    "Would fail: DATABASE_URL is not set: Supabase, Connect, direct connection",
  ]);
  expect(lines.at(-1)).toBe("Dry run for staging done");
});

test("interrupted after the promotion, a deploy rolls back, also when npm and the terminal both send the signal", async () => {
  const before = harness().seedLive();
  const child = spawnDeploy(harness().target, { commit: harness().checkout.head() });
  await child.waitFor(() => harness().worker().deployments.length === 3);
  child.kill("SIGINT");
  child.kill("SIGINT");
  const { status, lines } = await child.ended;
  expect(status).toBe(1);
  expect(lines.join("\n")).not.toContain("npm run rollback");
  expect(lines).toContain(`Rolled back to ${before.id}`);
  expect(lines.at(-1)).toMatch(/^✗ Step ".*": interrupted by SIGINT$/);
  expect(harness().readTrafficShares()).toEqual({ [PREVIOUS_COMMIT]: 100 });
});

test("the first deploy builds and completes; the second, of a closed site, is smoke-tested behind its page and leaves it closed", async () => {
  harness().seedEmpty();
  const first = await collectLines(() => deploy(harness().target, DEPLOY));
  expect(first.error).toBeUndefined();
  expect(first.lines.length).toBeLessThanOrEqual(45);
  expect(first.lines.slice(-2)).toEqual([
    "First version: nothing to roll back to",
    `✓ staging runs ${harness().checkout.head()}`,
  ]);
  expect(harness().readTrafficShares()).toEqual({ [harness().checkout.head()]: 100 });
  expect([...(harness().live()?.secrets.keys() ?? [])]).toEqual(SECRETS);
  const uploaded = [...(harness().live()?.modules ?? [])];
  const code = uploaded.map(([, text]) => text).join("");
  // Only in React's development build, which this shell's NODE_ENV could select.
  expect(code).not.toContain("react.dev/link/warning-keys");
  expect(code).toContain(harness().checkout.head());
  const maps = uploaded.filter(([name]) => name.endsWith(".js.map")).map(([, text]) => text);
  expect(maps.some((map) => map.includes("workers/app.ts"))).toBe(true);
  expect(harness().worker().domains).toEqual(["staging.acme.example"]);
  expect(harness().worker().crons).toEqual(["* * * * *", "*/15 * * * *"]);
  expect(harness().worker().settings).toMatchObject({
    observability: { logs: { invocation_logs: false } },
  });
  expect(await harness().countMigrations()).toBeGreaterThan(0);

  await collectLines(() => setMaintenance(harness().target, "on"));
  const before = harness().live()?.id;
  const second = await harness().release();
  expect(second.error).toBeUndefined();
  expect(second.lines.filter((line) => line === "  ✓ the home page renders")).toHaveLength(2);
  expect((await fetch(harness().site.url)).status).toBe(503);
  expect(second.lines.at(-1)).toBe(
    `To roll back: npm run rollback -- --env staging --version ${before}`,
  );
  expect(deployedShares().slice(0, 3)).toEqual([[100], [100, 0], [100]]);
  expect(harness().live()?.id).not.toBe(before);
}, 300_000);
