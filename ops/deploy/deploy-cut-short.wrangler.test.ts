/** Deploys that are cut short, with the real wrangler: whatever happens, the next one finishes what is half done. */
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type Checkout, makeCheckout } from "../../tests/support/cloudflare/checkout.ts";
import { BEFORE, startWorld, WORKER, type World } from "../../tests/support/cloudflare/world.ts";

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
describe("an API that fails", () => {
  test.each([
    ["when the status is asked for", /^GET .*\/deployments$/, "before", "note what is live"],
    ["before the upload arrives", /^POST .*\/versions$/, "before", "upload"],
    ["before the answer to the upload", /^POST .*\/versions$/, "after", "upload"],
    ["when the version is put aside", /^POST .*\/deployments$/, "before", "try the new version"],
    ["after the version was put aside", /^POST .*\/deployments$/, "after", "try the new version"],
    ["when settings are synced", /^PATCH .*\/script-settings$/, "before", "try the new version"],
    ["when crons are set", /^PUT .*\/schedules$/, "before", "routes and crons"],
    [
      "with a 503 when the live version is asked for",
      /^GET .*\/versions\//,
      "503",
      "note what is live",
    ],
    ["with a 503 when files are announced", /assets-upload-session$/, "503", "upload"],
    [
      "with a 503 when the version is put aside",
      /^POST .*\/deployments$/,
      "503",
      "try the new version",
    ],
    ["after domains were attached", /^PUT .*\/domains\/records$/, "after", "routes and crons"],
  ] as const)("%s leaves a state that the next deploy finishes", async (_, at, when, step) => {
    world.seedLive();
    world.cloudflare.breakAt({ at, when });
    const { error } = await world.deploy();
    expect(error).toContain(`Step "${step}" failed: `);
    expect(world.shares()[BEFORE]).toBe(100);
    if (step === "note what is live") expect(await world.appliedMigrations()).toBe(0);

    world.cloudflare.breakAt(undefined);
    expect((await world.deploy()).error).toBeUndefined();
    expect(world.shares()).toEqual({ [commit()]: 100 });
    expect(world.cloudflare.account.worker(WORKER)).toMatchObject({
      domains: ["staging.acme.example"],
      crons: ["* * * * *", "*/15 * * * *"],
    });
  });

  test("in the very moment of promoting: what cannot be undone is said", async () => {
    const before = world.seedLive();
    const cut = (line: string) => {
      if (line.includes("promote to 100 %")) {
        world.cloudflare.breakAt({ at: /^POST .*\/deployments$/, when: "after" });
      }
    };
    const { error, printed } = await world.deploy({}, cut);
    expect(error).toContain('Step "promote to 100 %" failed: ');
    expect(printed.at(-2)).toMatch(/^✗ Going back failed: /);
    expect(printed.at(-1)).toBe(
      `To go back: npm run rollback -- --env staging --version ${before.id}`,
    );
    world.cloudflare.breakAt(undefined);
    expect((await world.deploy()).error).toBeUndefined();
    expect(world.shares()).toEqual({ [commit()]: 100 });
  });
});

describe("a deploy whose process is killed", () => {
  const worker = () => world.cloudflare.account.worker(WORKER);

  test.each([
    ["while migrations run", (printed: string) => / migrations\n$/.test(printed)],
    ["when the version is put aside", () => worker().deployments.length === 2],
    ["when it has all visitors", () => worker().deployments.length === 3],
  ])("%s leaves one version live, and the next deploy finishes", async (_, isTime) => {
    world.seedLive();
    // The child takes the build as it is.
    expect((await world.deploy({ dryRun: true })).error).toBeUndefined();
    await world.deployAndDie(isTime);
    expect(Object.values(world.shares())).toContain(100);

    // The database lets go of the lock when it notices that nobody is there any more.
    await expect
      .poll(async () => (await world.deploy()).error, { timeout: 60_000, interval: 1_000 })
      .toBeUndefined();
    expect(world.shares()).toEqual({ [commit()]: 100 });
    expect(worker()).toMatchObject({
      domains: ["staging.acme.example"],
      crons: ["* * * * *", "*/15 * * * *"],
    });
  });

  test("at 60 to 40 of a gradual deploy is finished by the next, which knows the way back", async () => {
    const before = world.seedLive();
    const { account } = world.cloudflare;
    const half = account.addVersion(worker(), {
      ...before,
      annotations: { "workers/tag": "half" },
    });
    const split = [
      { version_id: half.id, percentage: 60 },
      { version_id: before.id, percentage: 40 },
    ];
    account.deploy(worker(), split, {}, false);
    world.site.broken.add(commit());
    expect((await world.deploy()).error).toContain('Step "try the new version" failed');
    expect(world.shares()).toEqual({ [BEFORE]: 100 });
    world.site.broken.clear();
    const { error, printed } = await world.deploy();
    expect(error).toBeUndefined();
    expect(printed.at(-2)).toContain(`--version ${before.id}`);
    expect(world.shares()).toEqual({ [commit()]: 100 });
  });
});
