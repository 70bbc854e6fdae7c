/** Deploys and rolls back with the real wrangler, against a strict stand-in for Cloudflare's API and a real Postgres. */
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type Checkout, makeCheckout } from "../tests/support/cloudflare/checkout.ts";
import { collectLines } from "../tests/support/cloudflare/console-lines.ts";
import {
  PREVIOUS_COMMIT,
  RELEASE,
  SECRETS,
  startWorld,
  WORKER,
  type World,
} from "../tests/support/cloudflare/world.ts";
import { type DeployOptions, deploy, release } from "./deploy.ts";
import { acquireDeployLock } from "./lib/database.ts";
import { putSecret } from "./lib/versions.ts";
import { wrangler } from "./lib/wrangler.ts";
import { type RollbackOptions, rollback } from "./rollback.ts";

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
const DEPLOY: DeployOptions = { ...RELEASE, dryRun: false, checksPassed: true, anyCommit: false };

test("the first deploy builds and completes", async () => {
  world.seedEmpty();
  const { error, lines } = await collectLines(() => deploy(world.target, DEPLOY));
  expect(error).toBeUndefined();
  expect(lines.length).toBeLessThanOrEqual(45);
  expect(lines.slice(-2)).toEqual([
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
});

test("the second deploy is smoke-tested at 0 % first, and prints the rollback command", async () => {
  const before = world.seedLive();
  const { error, lines } = await world.release();
  expect(error).toBeUndefined();
  expect(lines.at(-1)).toBe(
    `To roll back: npm run rollback -- --env staging --version ${before.id}`,
  );
  expect(deployedShares()).toEqual([[100], [100, 0], [100]]);
  expect(world.readTrafficShares()).toEqual({ [checkout.head()]: 100 });
});

test("a version that fails its smoke test never gets traffic", async () => {
  world.seedLive();
  world.site.broken.add(checkout.head());
  const { error, lines } = await world.release();
  expect(error).toBe(
    `Step "smoke test at 0 %" failed: 1 of 8 smoke checks failed at ${world.site.url}`,
  );
  expect(lines.join("\n")).toContain("✗ the database responds: /readyz responds 503");
  expect(lines.at(-1)).toBe("This deploy changed nothing for visitors");
  expect(deployedShares()).toEqual([[100, 0], [100]]);
  expect(world.readTrafficShares()).toEqual({ [PREVIOUS_COMMIT]: 100, [checkout.head()]: 0 });
});

test("a site that fails its smoke test after the promotion is rolled back", async () => {
  const before = world.seedLive();
  const { error, lines } = await world.release((line) => {
    if (line.includes("routes and crons")) world.site.broken.add(checkout.head());
  });
  expect(error).toMatch(/^Step "smoke test" failed: 1 of 8 smoke checks failed/);
  expect(lines).toContain(`Rolled back: all visitors have version ${before.id} again`);
  expect(world.readTrafficShares()).toEqual({ [PREVIOUS_COMMIT]: 100 });
});

test("a deploy that the API interrupts is rolled back, and the next one completes", async () => {
  world.seedLive();
  world.cloudflare.injectFault({ at: /^PUT .*\/schedules$/, when: "before" });
  const { error } = await world.release();
  expect(error).toContain('Step "routes and crons" failed: ');
  expect(world.readTrafficShares()).toEqual({ [PREVIOUS_COMMIT]: 100 });

  world.cloudflare.injectFault(undefined);
  expect((await world.release()).error).toBeUndefined();
  expect(world.readTrafficShares()).toEqual({ [checkout.head()]: 100 });
  expect(worker().crons).toEqual(["* * * * *", "*/15 * * * *"]);
});

test("one failed request to read the version, and one for the crons, are repeated", async () => {
  world.seedLive();
  world.cloudflare.injectFault({ at: /^GET .*\/deployments$/, when: "503", times: 1 });
  const { error } = await world.release((line) => {
    if (!line.includes("routes and crons")) return;
    world.cloudflare.injectFault({ at: /^PUT .*\/schedules$/, when: "503", times: 1 });
  });
  expect(error).toBeUndefined();
  expect(world.readTrafficShares()).toEqual({ [checkout.head()]: 100 });
});

test("a version with a new secret that fails after the promotion is rolled back", async () => {
  const before = world.seedLive();
  const secrets = new Map(before.secrets).set("SUPABASE_SECRET_KEY", "new");
  world.cloudflare.account.addVersion(worker(), { ...before, annotations: {}, secrets });
  const { error } = await world.release((line) => {
    if (line.includes("routes and crons")) world.site.broken.add(checkout.head());
  });
  expect(error).toMatch(/^Step "smoke test" failed/);
  expect(live()?.id).toBe(before.id);
});

test("a token without the permission is named", async () => {
  world.seedLive();
  const env = { ...world.target.env, CLOUDFLARE_API_TOKEN: "other" };
  const { error } = await collectLines(() =>
    release({ ...world.target, env }, checkout.head(), RELEASE),
  );
  expect(error).toMatch(
    /Authentication error \[code: 10000\]\. CLOUDFLARE_API_TOKEN is not valid, or lacks the permission Workers Scripts: Edit$/,
  );
});

test("an API failure during the promotion prints the rollback command", async () => {
  const before = world.seedLive();
  const { error, lines } = await world.release((line) => {
    if (!line.includes("promote to 100 %")) return;
    world.cloudflare.injectFault({ at: /^POST .*\/deployments$/, when: "after" });
  });
  expect(error).toContain('Step "promote to 100 %" failed: ');
  expect(lines.at(-2)).toBe(
    `To roll back: npm run rollback -- --env staging --version ${before.id}`,
  );
  expect(lines.at(-1)).toMatch(/^✗ Rollback: wrangler rollback /);
});

test("a secret that changes during the deploy stops it before traffic moves", async () => {
  world.seedLive();
  const { account } = world.cloudflare;
  const { error, lines } = await world.release((line) => {
    if (line.endsWith(" upload")) account.putSecret(worker(), "SUPABASE_SECRET_KEY", "new");
  });
  expect(error).toMatch(
    /^Step "smoke test at 0 %" failed: .* older values of SUPABASE_SECRET_KEY$/,
  );
  expect(lines.at(-1)).toBe("This deploy changed nothing for visitors");
  expect(live()?.secrets.get("SUPABASE_SECRET_KEY")).toBe("new");
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

  test("with uncommitted changes, and with a commit that is not pushed", async () => {
    writeFileSync(path.join(checkout.folder, "public/new.txt"), "new");
    const dirty = await collectLines(() => deploy(world.target, DEPLOY));
    expect(dirty).toEqual({
      error: "Not deployed to staging",
      lines: ["✗ The working tree has 1 uncommitted changes: commit them"],
    });
    checkout.git("add", "--all");
    checkout.git("commit", "--quiet", "--message", "Not pushed");
    const unpushed = await collectLines(() => deploy(world.target, DEPLOY));
    checkout.git("reset", "--quiet", "--hard", "HEAD~1");
    expect(unpushed.lines).toEqual([
      "✗ HEAD is not on origin's main: merge and push it, or add --any-commit",
    ]);
    expect(world.cloudflare.requests).toEqual([]);
  });

  test("without a Worker, and without a required secret", async () => {
    expect((await world.release()).error).toBe(
      `Step "record current version" failed: there is no Worker ${WORKER} yet; run \`npm run setup:cloud -- --env staging\``,
    );
    await putSecret(world.target, "SHEET_API_TOKEN", "token");
    expect((await world.release()).error).toContain("lacks the secrets SUPABASE_SECRET_KEY");
    expect(await world.countMigrations()).toBe(0);
  });
});

test("a dry run needs no account, and takes another build's code", async () => {
  // The build of the first test is still there.
  const packageFile = path.join(checkout.folder, "package.json");
  writeFileSync(packageFile, JSON.stringify({ type: "module", scripts: { build: "true" } }));
  onTestFinished(() => void checkout.git("checkout", "--quiet", "package.json"));
  const home = { HOME: checkout.folder, XDG_CONFIG_HOME: checkout.folder };
  const env = { ...world.cloudflare.env, ...home, CLOUDFLARE_API_TOKEN: undefined };
  const target = { ...world.target, env };
  const built = path.join(checkout.folder, "build/server/wrangler.json");
  const config = readFileSync(built, "utf8");
  const codeFrom = path.join(checkout.folder, ".wrangler/other-build");
  cpSync(path.join(checkout.folder, "build"), codeFrom, { recursive: true });
  writeFileSync(path.join(codeFrom, "server/wrangler.json"), "{}");
  writeFileSync(path.join(codeFrom, "server/assets/proved.js"), "");
  const { error, lines } = await collectLines(() =>
    deploy(target, { ...DEPLOY, dryRun: true, codeFrom }),
  );
  expect(error).toBeUndefined();
  expect(readFileSync(built, "utf8")).toBe(config);
  expect(existsSync(path.join(checkout.folder, "build/server/assets/proved.js"))).toBe(true);
  expect(world.cloudflare.requests).toEqual([]);
  expect(lines.slice(0, 3)).toEqual([
    "Would fail: The working tree has 1 uncommitted changes: commit them",
    "Would fail: Not logged in to Cloudflare: run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN",
    "Would fail: DATABASE_URL is not set: the direct connection string, for migrations",
  ]);
  expect(lines.at(-1)).toBe("Dry run for staging done");
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

  const runRollback = (change: Partial<RollbackOptions> = {}, onLine?: (line: string) => void) => {
    const message = "sign-in is broken";
    const options = { version: before, message, withOldSecrets: false, smokePauseMs: 1 };
    return collectLines(() => rollback(world.target, { ...options, ...change }), onLine);
  };

  test("moves all traffic to the earlier version, and runs the smoke test", async () => {
    const { error, lines } = await runRollback();
    expect(error).toBeUndefined();
    expect(lines.filter((line) => line.startsWith("  ✓"))).toHaveLength(8);
    expect(live()?.id).toBe(before);
    expect(worker().deployments[0]?.annotations["workers/message"]).toBe("sign-in is broken");
  });

  test("to an unknown version changes nothing", async () => {
    const { error } = await runRollback({ version: "9b4d2b9e-0000-4000-8000-000000000000" });
    expect(error).toContain("could not be found [code: 10146]");
    expect(live()?.id).toBe(after);
  });

  test("to a version that fails its smoke test is undone", async () => {
    world.site.broken.add(PREVIOUS_COMMIT);
    const { error, lines } = await runRollback();
    expect(lines[0]).toBe(`Live until now: version ${after}`);
    expect(error).toContain("1 of 8 smoke checks failed");
    expect(error).toMatch(new RegExp(`\\. Version ${after} has all traffic again$`));
    expect(live()?.id).toBe(after);
  });

  test("that cannot be undone names the live version and the command", async () => {
    world.site.broken.add(PREVIOUS_COMMIT);
    const { error } = await runRollback({}, (line) => {
      if (line.startsWith("Live: ")) world.cloudflare.injectFault({ at: /./, when: "503" });
    });
    expect(error).toContain(`version ${before} may still be live: wrangler rollback`);
    expect(error).toContain(`npm run rollback -- --env staging --version ${after}`);
    expect(live()?.id).toBe(before);
  });

  test("to the empty first version changes nothing", async () => {
    const { account } = world.cloudflare;
    const { secrets } = account.version(worker(), before);
    const content = { annotations: {}, bindings: [], secrets, modules: new Map() };
    const { id } = account.addVersion(worker(), content);
    const { error } = await runRollback({ version: id });
    expect(error).toBe(`Not rolled back: version ${id} is the empty Worker of the first setup`);
    expect(live()?.id).toBe(after);
  });

  test.each(["live", "latest"] as const)(
    "over a rotated secret needs --with-old-secrets, and the next deploy restores the new secret (Cloudflare compares with the %s version)",
    async (other) => {
      const { account } = world.cloudflare;
      account.secretsComparedWith = other;
      account.putSecret(worker(), "SUPABASE_SECRET_KEY", "sb_secret_2");
      const { error } = await runRollback();
      expect(error).toContain(`${before} has older values of SUPABASE_SECRET_KEY`);
      expect(error).toContain("--with-old-secrets");
      expect(live()?.secrets.get("SUPABASE_SECRET_KEY")).toBe("sb_secret_2");

      const forced = await runRollback({ withOldSecrets: true });
      expect(forced.error).toBeUndefined();
      expect(forced.lines.join("\n")).toContain("old values again: SUPABASE_SECRET_KEY");
      const old = "SUPABASE_SECRET_KEY-1";
      expect(live()?.secrets.get("SUPABASE_SECRET_KEY")).toBe(old);
      await expect(putSecret(world.target, "SUPABASE_SECRET_KEY", "sb_secret_3")).rejects.toThrow(
        "Secret edit failed",
      );

      const [command = ""] = forced.lines.flatMap(
        (line) => /npx wrangler (versions secret put .*) --env staging$/.exec(line)?.[1] ?? [],
      );
      await wrangler(world.target, command.split(" "), { input: "sb_secret_3" });
      expect(live()?.secrets.get("SUPABASE_SECRET_KEY")).toBe(old);
      expect((await world.release()).error).toBeUndefined();
      expect(live()?.secrets.get("SUPABASE_SECRET_KEY")).toBe("sb_secret_3");
    },
  );
});
