/** Deploys with the real wrangler, against a strict stand-in for Cloudflare's API and a real Postgres. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type Checkout, makeCheckout } from "../../tests/support/cloudflare/checkout.ts";
import {
  BEFORE,
  SECRETS,
  startWorld,
  WORKER,
  type World,
} from "../../tests/support/cloudflare/world.ts";
import { wrangler } from "../cloud/wrangler.ts";
import { lockDeploys } from "./deploy-lock.ts";

let checkout: Checkout;
beforeAll(() => {
  checkout = makeCheckout();
});
afterAll(() => checkout.remove());

let world: World;
beforeEach(async () => {
  world = await startWorld(checkout);
  onTestFinished(async () => {
    const { unknown } = world.cloudflare;
    const { warnings } = world;
    await world[Symbol.asyncDispose]();
    expect({ unknown, warnings }).toEqual({ unknown: [], warnings: [] });
  });
});

const commit = () => checkout.git("rev-parse", "--short=12", "HEAD").trim();
const TARGET = ["--config", "wrangler.toml", "--env", "staging"];

test("the first deploy, from the secrets that setup:cloud leaves behind", async () => {
  for (const name of SECRETS) {
    const put = wrangler(["secret", "put", name, ...TARGET], { input: `${name}-1` });
    expect(await world.run(put)).toMatchObject({ status: 0 });
  }
  const { error, printed } = await world.deploy();
  expect(error).toBeUndefined();
  expect(printed.slice(-2)).toEqual([
    "This is the first version: there is none to roll back to",
    `✓ staging runs ${commit()}`,
  ]);
  const { account } = world.cloudflare;
  const worker = account.worker(WORKER);
  expect([...account.workers.keys()]).toEqual([WORKER]);
  expect(world.shares()).toEqual({ [commit()]: 100 });
  expect([...(account.live(worker)?.secrets.keys() ?? [])]).toEqual(SECRETS);
  const code = [...(account.live(worker)?.modules.values() ?? [])].join("");
  // Only in React's development build, which a shell with NODE_ENV of its own (as here) would bring along.
  expect(code).not.toContain("react.dev/link/warning-keys");
  expect(code).toContain(commit());
  const uploaded = [...(account.live(worker)?.modules ?? [])];
  const maps = uploaded.filter(([name]) => name.endsWith(".js.map")).map(([, text]) => text);
  expect(maps.some((map) => map.includes("workers/app.ts"))).toBe(true);
  expect(worker.domains).toEqual(["staging.acme.example"]);
  expect(worker.crons).toEqual(["* * * * *", "*/15 * * * *"]);
  expect(worker.settings).toMatchObject({ observability: { logs: { invocation_logs: false } } });
  expect(await world.appliedMigrations()).toBeGreaterThan(0);
});

test("the second deploy is tried without visitors first, and says how to go back", async () => {
  const before = world.seedLive();
  const { error, printed } = await world.deploy();
  expect(error).toBeUndefined();
  expect(printed.slice(-2)).toEqual([
    `To go back: npm run rollback -- --env staging --version ${before.id}`,
    `✓ staging runs ${commit()}`,
  ]);
  const { deployments } = world.cloudflare.account.worker(WORKER);
  expect(deployments.map(({ versions }) => versions.map(({ percentage }) => percentage))).toEqual([
    [100],
    [100, 0],
    [100],
  ]);
  expect(world.shares()).toEqual({ [commit()]: 100 });
});

test("a version that fails its smoke test never gets a visitor", async () => {
  world.seedLive();
  world.site.broken.add(commit());
  const { error, printed } = await world.deploy();
  expect(error).toBe(
    `Step "try the new version" failed: 1 of 8 smoke checks failed at ${world.site.url}`,
  );
  expect(printed.join("\n")).toContain("✗ the database answers: /readyz answers 503");
  expect(world.shares()).toEqual({ [BEFORE]: 100 });

  world.site.broken.clear();
  expect((await world.deploy()).error).toBeUndefined();
  expect(world.shares()).toEqual({ [commit()]: 100 });
});

test("a site that fails its smoke test after the promotion gets its old version back", async () => {
  const before = world.seedLive();
  const breakWhenLive = (line: string) => {
    if (line.includes("routes and crons")) world.site.broken.add(commit());
  };
  const { error, printed } = await world.deploy({}, breakWhenLive);
  expect(error).toMatch(/^Step "smoke test of the site" failed: 1 of 8 smoke checks failed/);
  expect(printed).toContain(`All visitors have version ${before.id} again`);
  expect(world.shares()).toEqual({ [BEFORE]: 100 });

  world.site.broken.clear();
  expect((await world.deploy()).error).toBeUndefined();
  expect(world.shares()).toEqual({ [commit()]: 100 });
});

test("a secret that is changed meanwhile stops it before a visitor is moved, and the next deploy takes it along", async () => {
  world.seedLive();
  const { account } = world.cloudflare;
  const { error, printed } = await world.deploy({}, (line) => {
    if (/ upload$/.test(line))
      account.putSecret(account.worker(WORKER), "STRIPE_SECRET_KEY", "new");
  });
  expect(error).toMatch(
    /^Step "try the new version" failed: .* older values of STRIPE_SECRET_KEY$/,
  );
  expect(printed.at(-1)).toBe(
    "Nothing was moved: STRIPE_SECRET_KEY changed since this deploy began. Deploy again",
  );
  expect(world.shares()).toEqual({ none: 100 });

  expect((await world.deploy()).error).toBeUndefined();
  expect(account.live(account.worker(WORKER))?.secrets.get("STRIPE_SECRET_KEY")).toBe("new");
});

test("a first version that fails its smoke test stays, and there is nothing to go back to", async () => {
  world.seedEmpty();
  world.site.broken.add(commit());
  const { error, printed } = await world.deploy();
  expect(error).toMatch(/^Step "smoke test of the site" failed/);
  expect(printed.at(-1)).toBe("This is the first version: there is none to roll back to");
  world.site.broken.clear();
  expect((await world.deploy()).error).toBeUndefined();
});

test("a migration that fails leaves code, traffic and schema as they were", async () => {
  world.seedLive();
  const sql = postgres(world.database.superuserUrl, { max: 1, onnotice: () => {} });
  await sql`create table public.contact_messages (id int)`;
  const { error } = await world.deploy();
  expect(error).toMatch(/^Step "migrations" failed: .*contact_messages.* already exists/);
  expect(world.shares()).toEqual({ [BEFORE]: 100 });
  await sql`drop table public.contact_messages`;
  await sql.end();
  expect((await world.deploy()).error).toBeUndefined();
  expect(world.shares()).toEqual({ [commit()]: 100 });
});

describe("a gradual deploy", () => {
  const gradual = { shares: [10, 50, 100] };

  test("gives the new version more and more while it does well", async () => {
    world.seedLive();
    const { error, printed } = await world.deploy(gradual);
    expect(error).toBeUndefined();
    const { deployments } = world.cloudflare.account.worker(WORKER);
    const parts = deployments.map(({ versions }) => versions.map(({ percentage }) => percentage));
    expect(parts).toEqual([[100], [50, 50], [10, 90], [100, 0], [100]]);
    expect(printed).toContain("  0 requests, 0 errors");
  });

  test("goes back by itself when the new version fails too often", async () => {
    world.seedLive();
    const failing = (line: string) => {
      if (!line.includes("promote to 10 %")) return;
      const [latest] = world.cloudflare.account.worker(WORKER).versions.slice(-1);
      world.cloudflare.traffic.set(latest?.id ?? "", { requests: 400, errors: 12 });
    };
    const { error } = await world.deploy(gradual, failing);
    expect(error).toBe(
      'Step "promote to 10 %" failed: 12 of 400 requests to the new version failed',
    );
    expect(world.shares()).toEqual({ [BEFORE]: 100 });
  });
});

describe("before anything is touched, a deploy stops", () => {
  test("while another one to the same environment is under way", async () => {
    world.seedLive();
    const unlock = await lockDeploys(world.database.url);
    const { error } = await world.deploy();
    expect(error).toBe(
      'Step "note what is live" failed: another deploy to this environment is under way',
    );
    expect(await world.appliedMigrations()).toBe(0);
    await unlock();
    expect((await world.deploy()).error).toBeUndefined();
  });

  test("in a working tree with changes, and with a commit that is not pushed", async () => {
    world.seedLive();
    const file = path.join(checkout.folder, "public/new.txt");
    writeFileSync(file, "new");
    const dirty = await world.deploy();
    expect(dirty).toEqual({
      error: "Not deployed to staging",
      printed: ["✗ The working tree has 1 uncommitted changes: commit them"],
    });
    checkout.git("add", "--all");
    checkout.git("commit", "--quiet", "--message", "Not pushed");
    const unpushed = await world.deploy();
    checkout.git("reset", "--quiet", "--hard", "HEAD~1");
    expect(unpushed.printed).toEqual([
      "✗ HEAD is not on origin's main: merge and push it, or add --any-commit",
    ]);
    expect(world.cloudflare.requests).toEqual([]);
  });

  test("when there is no Worker yet", async () => {
    const { error } = await world.deploy();
    expect(error).toBe(
      `Step "note what is live" failed: there is no Worker ${WORKER} yet; run \`npm run setup:cloud -- --env staging\``,
    );
    expect(await world.appliedMigrations()).toBe(0);
  });

  test("when a required secret is missing", async () => {
    const put = wrangler(["secret", "put", "STRIPE_SECRET_KEY", ...TARGET], { input: "sk_test_1" });
    await world.run(put);
    const { error } = await world.deploy();
    expect(error).toContain("lacks the secrets SUPABASE_SECRET_KEY, STRIPE_WEBHOOK_SECRETS");
    expect(await world.appliedMigrations()).toBe(0);
  });
});

test("a dry run needs no account, and says what it would do with one", async () => {
  const { error, printed } = await world.deploy({
    dryRun: true,
    variables: { CLOUDFLARE_API_TOKEN: "token" },
  });
  expect(error).toBeUndefined();
  expect(world.cloudflare.requests).toEqual([]);
  expect(printed.slice(0, 2)).toEqual([
    "Would be refused: CLOUDFLARE_ACCOUNT_ID is not set; it goes with CLOUDFLARE_API_TOKEN",
    "Would be refused: DATABASE_URL is not set: the direct connection string, for migrations",
  ]);
  expect(printed.filter((line) => line.includes("would run"))).toHaveLength(7);
});
