/** Deploys and rolls back with the real wrangler, against a strict stand-in for Cloudflare's API and a real Postgres. */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type Checkout, makeCheckout } from "../tests/support/cloudflare/checkout.ts";
import { collectLines } from "../tests/support/cloudflare/console-lines.ts";
import { spawnDeploy } from "../tests/support/cloudflare/spawn-deploy.ts";
import {
  PREVIOUS_COMMIT,
  SECRETS,
  startWorld,
  WORKER,
  type World,
} from "../tests/support/cloudflare/world.ts";
import { type DeployOptions, deploy, release } from "./deploy.ts";
import { acquireDeployLock } from "./lib/database.ts";
import { setMaintenance } from "./maintenance.ts";
import { listVersions, rollback } from "./rollback.ts";

let checkout: Checkout;
beforeAll(() => {
  checkout = makeCheckout();
});
afterAll(() => checkout.remove());

let world: World;
beforeEach(async () => {
  world = await startWorld(checkout);
  onTestFinished(() => world[Symbol.asyncDispose]());
});

const worker = () => world.cloudflare.account.worker(WORKER);
const live = () => world.cloudflare.account.live(worker());
const deployedShares = () =>
  worker().deployments.map(({ versions }) => versions.map(({ percentage }) => percentage));
const DEPLOY: DeployOptions = {
  "dry-run": false,
  "checks-passed": true,
  "any-commit": false,
};

/** The later tests release the build of this one. */
test("the first deploy builds and completes; the second, during maintenance, is smoke-tested at 0 % first and leaves the site closed", async () => {
  world.seedEmpty();
  const first = await collectLines(() => deploy(world.target, DEPLOY));
  expect(first.error).toBeUndefined();
  expect(first.lines.length).toBeLessThanOrEqual(45);
  expect(first.lines.slice(-2)).toEqual([
    "This is the first version: there is none to roll back to",
    `✓ staging runs ${checkout.head()}`,
  ]);
  expect(world.readTrafficShares()).toEqual({ [checkout.head()]: 100 });
  expect([...(live()?.secrets.keys() ?? [])]).toEqual(SECRETS);
  const uploaded = [...(live()?.modules ?? [])];
  const code = uploaded.map(([, text]) => text).join("");
  // Only in React's development build, which this shell's NODE_ENV could select.
  expect(code).not.toContain("react.dev/link/warning-keys");
  expect(code).toContain(checkout.head());
  const maps = uploaded.filter(([name]) => name.endsWith(".js.map")).map(([, text]) => text);
  expect(maps.some((map) => map.includes("workers/app.ts"))).toBe(true);
  expect(worker().domains).toEqual(["staging.acme.example"]);
  expect(worker().crons).toEqual(["* * * * *", "*/15 * * * *"]);
  expect(worker().settings).toMatchObject({ observability: { logs: { invocation_logs: false } } });
  expect(await world.countMigrations()).toBeGreaterThan(0);

  await collectLines(() => setMaintenance(world.target, "on"));
  const before = live()?.id;
  const second = await world.release();
  expect(second.error).toBeUndefined();
  expect(second.lines).toContain("  – the home page renders: closed for maintenance");
  expect(second.lines.at(-1)).toBe(
    `To roll back: npm run rollback -- --env staging --version ${before}`,
  );
  expect(deployedShares().slice(0, 3)).toEqual([[100], [100, 0], [100]]);
  expect(live()?.id).not.toBe(before);
  expect(live()?.secrets.get("MAINTENANCE")).toBe("on");
  const opened = await collectLines(() => setMaintenance(world.target, "off"));
  expect(opened).toEqual({ error: undefined, lines: [`✓ ${world.target.siteUrl} is open`] });
  expect([...(live()?.secrets.keys() ?? [])]).toEqual(SECRETS);
}, 300_000);

test("a version that fails its smoke test never gets traffic; one that fails after the promotion is rolled back, over a new secret too", async () => {
  const before = world.seedLive();
  world.site.broken.add(checkout.head());
  const tried = await world.release();
  expect(tried.error).toBe(
    `Step "smoke test at 0 %" failed: 1 of 8 smoke checks failed at ${world.site.url}`,
  );
  expect(tried.lines.join("\n")).toContain("✗ the database responds: /readyz responds 503");
  expect(tried.lines.at(-1)).toBe("This deploy changed nothing for visitors");
  expect(deployedShares()).toEqual([[100, 0], [100]]);
  expect(world.readTrafficShares()).toEqual({ [PREVIOUS_COMMIT]: 100, [checkout.head()]: 0 });

  world.site.broken.clear();
  const secrets = new Map(before.secrets).set("STRIPE_SECRET_KEY", "new");
  world.cloudflare.account.addVersion(worker(), { ...before, annotations: {}, secrets });
  const { error, lines } = await world.release((line) => {
    if (line.includes("routes and crons")) world.site.broken.add(checkout.head());
  });
  expect(error).toMatch(/^Step "smoke test" failed: 1 of 8 smoke checks failed/);
  expect(lines).toContain(`Rolled back to ${before.id}`);
  expect(world.readTrafficShares()).toEqual({ [PREVIOUS_COMMIT]: 100 });
});

test("an API failure during the promotion shows wrangler's output and the rollback command", async () => {
  const before = world.seedLive();
  const { error, lines } = await world.release((line) => {
    if (!line.includes("promote to 100 %")) return;
    world.cloudflare.injectFault({ at: /^POST .*\/deployments$/, when: "after" });
  });
  expect(error).toContain('Step "promote to 100 %" failed: ');
  expect(lines.join("\n")).toContain("[ERROR]");
  expect(lines.at(-2)).toBe(
    `To roll back: npm run rollback -- --env staging --version ${before.id}`,
  );
  expect(lines.at(-1)).toMatch(/^✗ Rollback: wrangler rollback .*\. Version .* is live$/);
});

test("one failed request to read the version, to try it, to promote it, and for the crons is repeated", async () => {
  world.seedLive();
  const failOnce = (at: RegExp, when: "503" | "after") =>
    world.cloudflare.injectFault({ at, when, once: true });
  failOnce(/^GET .*\/deployments$/, "503");
  const { error } = await world.release((line) => {
    if (line.includes("smoke test at 0 %")) failOnce(/^POST .*\/deployments$/, "503");
    if (line.includes("promote to 100 %")) failOnce(/^POST .*\/deployments$/, "after");
    if (line.includes("routes and crons")) failOnce(/^PUT .*\/schedules$/, "503");
  });
  expect(error).toBeUndefined();
  expect(deployedShares()).toEqual([[100], [100], [100, 0], [100]]);
  expect(world.readTrafficShares()).toEqual({ [checkout.head()]: 100 });
});

describe("what a colleague makes live during a deploy stays", () => {
  /** Another version; what the colleague rolls back to, or what `wrangler secret put` makes. */
  const moveTraffic = (message: string) => {
    const { account } = world.cloudflare;
    const version = account.addVersion(worker(), {
      ...account.version(worker(), before),
      annotations: {},
    });
    const annotations = { "workers/message": message };
    account.deploy(worker(), [{ version_id: version.id, percentage: 100 }], annotations, true);
    return version.id;
  };
  let before: string;
  beforeEach(() => {
    before = world.seedLive().id;
  });

  test.each([
    ["before it is tried", "▸ upload", "smoke test at 0 %"],
    ["before the promotion", "▸ promote to 100 %", "promote to 100 %"],
  ])("%s", async (_, moment, step) => {
    let theirs = "";
    const { error, lines } = await world.release((line) => {
      if (line === moment) theirs = moveTraffic("Manual rollback");
    });
    expect(error).toMatch(
      new RegExp(
        `^Step "${step}" failed: operator@example.com made version ${theirs} live in the meantime \\(2026-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC, "Manual rollback"\\)$`,
      ),
    );
    expect(lines.join("\n")).not.toContain("Rolled back");
    expect(live()?.id).toBe(theirs);
  });

  test("after the promotion, when the smoke test fails", async () => {
    let theirs = "";
    const { error, lines } = await world.release((line) => {
      if (line !== "▸ smoke test") return;
      theirs = moveTraffic("Manual rollback");
      world.site.broken.add("unknown");
    });
    expect(error).toMatch(/^Step "smoke test" failed: 2 of 8 smoke checks failed/);
    expect(lines.at(-1)).toContain(`✗ Rollback: operator@example.com made version ${theirs} live`);
    expect(live()?.id).toBe(theirs);
  });
});

test("routes and crons that fail do not take a good version back; the reason and the permission are named", async () => {
  world.seedLive();
  const { error, lines } = await world.release((line) => {
    if (line !== "▸ routes and crons") return;
    world.cloudflare.injectFault({ at: /^PUT .*\/schedules$/, when: "403" });
  });
  expect(error).toMatch(
    /^Step "routes and crons" failed: .*schedules.* lacks the permission Account: Workers Scripts: Edit$/,
  );
  expect(lines.at(-1)).toBe(`staging runs ${checkout.head()} all the same`);
  expect(world.readTrafficShares()).toEqual({ [checkout.head()]: 100 });
});

test("a failed upload prints its reason, and not what it uploaded", async () => {
  world.seedLive();
  world.cloudflare.injectFault({ at: /^POST .*\/versions$/, when: "503" });
  const { error, lines } = await world.release();
  expect(error).toContain('Step "upload" failed: ');
  expect(lines.join("\n")).toContain("[ERROR]");
  expect(lines.length).toBeLessThan(20);
});

test("a first version that fails its smoke test stays live", async () => {
  world.seedEmpty();
  world.site.broken.add(checkout.head());
  const { error, lines } = await world.release();
  expect(error).toMatch(/^Step "smoke test" failed/);
  expect(lines.at(-1)).toBe("This is the first version: there is none to roll back to");
  expect(world.readTrafficShares()).toEqual({ [checkout.head()]: 100 });
});

test("a failed migration leaves code, traffic and schema unchanged", async () => {
  world.seedLive();
  const sql = postgres(world.database.superuserUrl, { max: 1, onnotice: () => {} });
  await sql`create table public.contact_messages (id int)`;
  await sql.end();
  const { error } = await world.release();
  expect(error).toMatch(/^Step "migrate" failed: .*contact_messages.* already exists/);
  expect(worker().versions).toHaveLength(1);
  expect(world.readTrafficShares()).toEqual({ [PREVIOUS_COMMIT]: 100 });
});

test("a missing Worker, permission or secret is named", async () => {
  expect((await world.release()).error).toBe(
    `Step "record current version" failed: there is no Worker ${WORKER} yet; run \`npm run setup:cloud -- --env staging\``,
  );
  const env = { ...world.target.env, CLOUDFLARE_API_TOKEN: "other" };
  const denied = await collectLines(() => release({ ...world.target, env }, checkout.head()));
  expect(denied.error).toContain("the token needs the permission Account: Workers Scripts: Edit");
  world.seedEmpty(SECRETS.filter((name) => name !== "SUPABASE_SECRET_KEY"));
  expect((await world.release()).error).toBe(
    `Step "required secrets" failed: ${WORKER} lacks SUPABASE_SECRET_KEY: \`npx wrangler versions secret put NAME --env staging\` sets one`,
  );
  expect(await world.countMigrations()).toBe(0);
});

describe("a deploy stops before any change", () => {
  test("while another deploy to the environment is in progress", async () => {
    world.seedLive();
    const unlock = await acquireDeployLock(world.database.url);
    const { error } = await world.release();
    await unlock();
    expect(error).toBe('Step "lock" failed: another deploy to this environment is in progress');
    expect(world.cloudflare.requests).toEqual([]);
    expect(await world.countMigrations()).toBe(0);
  });

  test("with uncommitted changes", async () => {
    writeFileSync(path.join(checkout.folder, "public/new.txt"), "new");
    const dirty = await collectLines(() => deploy(world.target, DEPLOY));
    expect(dirty).toEqual({
      error: "Not deployed to staging",
      lines: ["✗ Not committed: public/new.txt"],
    });
    rmSync(path.join(checkout.folder, "public/new.txt"));
    expect(world.cloudflare.requests).toEqual([]);
  });
});

test("a dry run needs no account, and takes another build's code with its own configuration", async () => {
  const packageFile = path.join(checkout.folder, "package.json");
  writeFileSync(packageFile, JSON.stringify({ type: "module", scripts: { build: "true" } }));
  onTestFinished(() => void checkout.git("checkout", "--quiet", "package.json"));
  const home = { HOME: checkout.folder, XDG_CONFIG_HOME: checkout.folder };
  const env = { ...world.cloudflare.env, ...home, CLOUDFLARE_API_TOKEN: undefined };
  const target = { ...world.target, env };
  const build = path.join(checkout.folder, "build");
  const config = readFileSync(path.join(build, "server/wrangler.json"), "utf8");
  const codeFrom = path.join(checkout.folder, ".wrangler/other-build");
  cpSync(build, codeFrom, { recursive: true });
  writeFileSync(path.join(codeFrom, "server/wrangler.json"), "{}");
  writeFileSync(path.join(codeFrom, "server/assets/proved.js"), "");
  writeFileSync(path.join(build, "server/assets/new.js"), "");
  const { error, lines } = await collectLines(() =>
    deploy(target, { ...DEPLOY, "dry-run": true, "code-from": codeFrom }),
  );
  expect(error).toBeUndefined();
  expect(readFileSync(path.join(build, "server/wrangler.json"), "utf8")).toBe(config);
  expect(existsSync(path.join(build, "server/assets/proved.js"))).toBe(true);
  expect(existsSync(path.join(build, "server/assets/new.js"))).toBe(false);
  expect(world.cloudflare.requests).toEqual([]);
  expect(lines.slice(0, 3)).toEqual([
    "Would fail: Not committed: package.json",
    "Would fail: Not logged in to Cloudflare: run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN",
    "Would fail: DATABASE_URL is not set: Supabase, Connect, direct connection",
  ]);
  expect(lines.at(-1)).toBe("Dry run for staging done");
});

test("interrupted after the promotion, a deploy rolls back, also when npm and the terminal both send the signal", async () => {
  const before = world.seedLive();
  const child = spawnDeploy(world.target, { commit: checkout.head() });
  await child.waitFor(() => worker().deployments.length === 3);
  child.kill("SIGINT");
  child.kill("SIGINT");
  const { status, lines } = await child.ended;
  expect(status).toBe(1);
  expect(lines).toContain(`To roll back: npm run rollback -- --env staging --version ${before.id}`);
  expect(lines).toContain(`Rolled back to ${before.id}`);
  expect(lines.at(-1)).toMatch(/^✗ Step ".*": interrupted by SIGINT$/);
  expect(world.readTrafficShares()).toEqual({ [PREVIOUS_COMMIT]: 100 });
});

describe("a rollback", () => {
  let before: string;
  let after: string;
  beforeEach(() => {
    const { account } = world.cloudflare;
    const version = world.seedLive();
    before = version.id;
    after = account.addVersion(worker(), { ...version, annotations: {} }).id;
    account.deploy(worker(), [{ version_id: after, percentage: 100 }], {}, false);
  });

  const runRollback = (version = before, onLine?: (line: string) => void) => {
    return collectLines(() => rollback(world.target, version), onLine);
  };

  test("moves all traffic to the earlier version, and runs the smoke test", async () => {
    const { error, lines } = await runRollback();
    expect(error).toBeUndefined();
    expect(lines.filter((line) => line.startsWith("  ✓"))).toHaveLength(8);
    expect(live()?.id).toBe(before);
    expect(worker().deployments[0]?.annotations["workers/message"]).toBe("Manual rollback");
  });

  test("without a version lists the last that were live, with the command; one without code is refused", async () => {
    const { account } = world.cloudflare;
    const { id: empty } = account.addVersion(worker(), {
      annotations: {},
      bindings: [],
      secrets: new Map(),
      modules: new Map(),
    });
    worker().deployments.push({
      ...account.deploy(worker(), [{ version_id: empty, percentage: 100 }], {}, true),
    });
    worker().deployments.shift();
    const { lines } = await collectLines(() => listVersions(world.target));
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain(after);
    expect(lines[2]).toMatch(
      new RegExp(`UTC +${PREVIOUS_COMMIT} +${before} +operator@example.com`),
    );
    expect(lines[3]).toContain(`npm run rollback -- --env staging --version ${before}`);
    expect((await runRollback(empty)).error).toContain("is the Worker's first, without code");
    expect(live()?.id).toBe(after);
  });

  test("is refused during a deploy, which --during-deploy overrules", async () => {
    const unlock = await acquireDeployLock(world.database.url);
    const refused = await runRollback();
    expect(refused.error).toContain(
      "a deploy to staging is in progress. To stop it at its next step",
    );
    expect(live()?.id).toBe(after);
    const { error } = await collectLines(() => rollback(world.target, before, true));
    await unlock();
    expect(error).toBeUndefined();
    expect(live()?.id).toBe(before);
  });

  test("to an unknown version, or over a rotated secret, changes nothing", async () => {
    const unknown = await runRollback("9b4d2b9e-0000-4000-8000-000000000000");
    expect(unknown.error).toContain("Cloudflare responded 404: The version 9b4d2b9e");
    expect(live()?.id).toBe(after);

    world.cloudflare.account.putSecret(worker(), "SUPABASE_SECRET_KEY", "new");
    const { error } = await runRollback();
    expect(error).toContain("Not rolled back: secrets are part of a version. Deploy a revert");
    expect(error).toContain("secrets have changed: SUPABASE_SECRET_KEY");
    expect(live()?.secrets.get("SUPABASE_SECRET_KEY")).toBe("new");
  });

  test("to a version that fails its smoke test is undone; if it cannot be, it names the live version and the command", async () => {
    world.site.broken.add(PREVIOUS_COMMIT);
    const undone = await runRollback();
    expect(undone.lines[0]).toBe(`Live until now: version ${after}`);
    expect(undone.error).toContain("1 of 8 smoke checks failed");
    expect(undone.error).toMatch(new RegExp(`\\. Rolled back to ${after}$`));
    expect(live()?.id).toBe(after);

    const { error } = await runRollback(before, (line) => {
      if (line.startsWith("Live: ")) world.cloudflare.injectFault({ at: /./, when: "503" });
    });
    expect(error).toContain(`version ${before} may still be live: wrangler rollback`);
    expect(error).toContain(`npm run rollback -- --env staging --version ${after}`);
    expect(live()?.id).toBe(before);
  });
});
