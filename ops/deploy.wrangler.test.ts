/** Deploys with the real wrangler, against a strict stand-in for Cloudflare's API and a real Postgres. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { withPostgres } from "../drizzle/connect.ts";
import { collectLines } from "../tests/support/cloudflare/console-lines.ts";
import {
  PREVIOUS_COMMIT,
  SECRETS,
  setUpDeployHarness,
  WORKER,
} from "../tests/support/cloudflare/deploy-harness.ts";
import { spawnDeploy } from "../tests/support/cloudflare/spawn-deploy.ts";
import { type DeployOptions, deploy, release } from "./deploy.ts";
import { exec } from "./lib/exec.ts";
import { deployTraffic, uploadVersion } from "./lib/versions.ts";
import { BUILT_CONFIG, wrangler } from "./lib/wrangler.ts";
import { setMaintenance } from "./maintenance.ts";

const harness = setUpDeployHarness();

const DEPLOY: DeployOptions = {
  "dry-run": false,
  "checks-passed": true,
  "any-commit": false,
  "take-domains": false,
};

test.each([
  ["schedules", /schedules.* lacks the permission Account: Workers Scripts: Edit$/],
  ["domains/records", /Workers Scripts of all Workers, and Zone: Workers Routes: Edit$/],
])("a permission that the triggers need is named, of %s", async (path, expected) => {
  harness().seedLive();
  harness().cloudflare.injectFault({ at: new RegExp(`^PUT .*/${path}$`), when: "403" });
  const triggers = wrangler(harness().target, ["triggers", "deploy"], { config: BUILT_CONFIG });
  await expect(triggers).rejects.toThrow(expected);
});

test("a failed upload prints its reason, and not what it uploaded", async () => {
  harness().seedLive();
  harness().cloudflare.injectFault({ at: /^POST .*\/versions$/, when: "503" });
  const { error, lines } = await harness().release();
  expect(error).toContain('Step "upload" failed: ');
  expect(lines.join("\n")).toContain("[ERROR]");
  expect(lines.length).toBeLessThan(20);
});

test("an upload follows a change by another program, e.g. a rollback by our own", async () => {
  const { id } = harness().seedLive();
  await deployTraffic(harness().target, { [id]: 100 }, { message: "Roll back" });
  expect(harness().worker().lastDeployedFrom).toBe("api");
  const upload = uploadVersion(harness().target, harness().checkout.head());
  expect(await upload).toBe(harness().worker().versions.at(-1)?.id);
});

test("an upload follows a change in the dashboard, and shows which settings it replaces", async () => {
  harness().seedLive();
  Object.assign(harness().worker(), { lastDeployedFrom: "dash", crons: ["0 3 * * *"] });
  const upload = () => uploadVersion(harness().target, harness().checkout.head());
  const { error, lines } = await collectLines(async () => void (await upload()));
  expect(error).toBeUndefined();
  expect(lines.join("\n")).toContain("0 3 * * *");
});

test("any other warning is a failure, in one line", async () => {
  const config = "build/server/odd.json";
  const built = readFileSync(path.join(harness().checkout.folder, BUILT_CONFIG), "utf8");
  writeFileSync(path.join(harness().checkout.folder, config), built.replace("{", '{"odd":1,'));
  const upload = wrangler(harness().target, ["deploy", "--dry-run"], { config });
  await expect(upload).rejects.toThrow(/--config build\/server\/odd.json warns: Processing .*$/);
});

test("a failed migration leaves code, traffic and schema unchanged", async () => {
  harness().seedLive();
  const { superuserUrl } = harness().database;
  await withPostgres(superuserUrl, (sql) => sql`create table public.contact_messages (id int)`);
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

test("the first deploy builds and completes", async () => {
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
  // The text is in React's development build alone, which this shell's NODE_ENV could select.
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
}, 300_000);

test("a domain that another Worker or a DNS record has is named before anything changes, and taken only when asked", async () => {
  const { cloudflare, worker } = harness();
  harness().seedEmpty();
  const domain = "staging.acme.example";
  const old = cloudflare.account.createWorker("old-site");
  old.domains = [domain];
  expect((await harness().release()).error).toBe(
    `Step "domains" failed: ${domain} is a domain of the Worker old-site. Change that, or deploy with --take-domains`,
  );
  old.domains = [];
  cloudflare.account.dnsRecords.push(domain);
  const { error, lines } = await harness().release();
  expect(error).toContain(`${domain} has a DNS record. Change that`);
  expect(lines.at(-1)).toBe("This deploy changed nothing for visitors");
  expect(await harness().countMigrations()).toBe(0);
  expect(worker().domains).toEqual([]);
  expect(cloudflare.account.dnsRecords).toEqual([domain]);

  expect((await harness().release(undefined, true)).error).toBeUndefined();
  expect(worker().domains).toEqual([domain]);
  // Without a terminal, wrangler sends all overrides and asks nothing.
  expect(cloudflare.account.dnsRecords).toEqual([]);
});

test("`rollback` without a version lists the last deployments, and moves nothing", async () => {
  const before = harness().seedLive();
  const { account } = harness().cloudflare;
  const after = account.addVersion(harness().worker(), before);
  account.deploy(harness().worker(), [{ version_id: after.id, percentage: 100 }], {}, false);
  const args = [path.resolve("ops/rollback.ts"), "--env", "staging"];
  const options = { cwd: harness().checkout.folder, env: harness().cloudflare.env };
  const { status, stdout } = await exec(process.execPath, args, options);
  expect(status).toBe(0);
  expect(stdout.indexOf(before.id)).toBeLessThan(stdout.indexOf(after.id));
  expect(stdout).toContain("operator@example.com");
  expect(harness().live()?.id).toBe(after.id);
});

test("`maintenance` closes and opens the site during a deploy, without touching its versions and traffic", async () => {
  const { target, site, worker, cloudflare } = harness();
  const visit = async () => (await fetch(site.url)).headers.has("X-Maintenance");
  const live = harness().seedLive();
  const { id } = cloudflare.account.addVersion(worker(), live);
  const versions = [
    { version_id: live.id, percentage: 100 },
    { version_id: id, percentage: 0 },
  ];
  const deployment = cloudflare.account.deploy(worker(), versions, {}, true);
  worker().crons = ["* * * * *"];

  expect(await collectLines(() => setMaintenance(target, "on"))).toEqual({
    error: undefined,
    lines: [`✓ ${target.siteUrl} is closed, and its crons rest`],
  });
  expect(await visit()).toBe(true);
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  expect(worker().crons).toEqual([]);

  expect((await collectLines(() => setMaintenance(target, "off"))).error).toBeUndefined();
  expect(await visit()).toBe(false);
  expect(worker().crons).toEqual(target.config.triggers?.crons);
  expect([worker().versions.length, worker().deployments[0]]).toEqual([2, deployment]);
});
