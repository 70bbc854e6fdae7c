/** Interrupted deploys with the real wrangler: the next deploy always completes. */
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type Checkout, makeCheckout } from "../tests/support/cloudflare/checkout.ts";
import { spawnDeploy } from "../tests/support/cloudflare/spawn-deploy.ts";
import {
  PREVIOUS_COMMIT,
  startWorld,
  WORKER,
  type World,
} from "../tests/support/cloudflare/world.ts";
import { run } from "./lib/exec.ts";

let checkout: Checkout;
beforeAll(async () => {
  checkout = makeCheckout();
  const env = { CLOUDFLARE_ENV: "staging", NODE_ENV: "production" };
  await run("npm", ["run", "--silent", "build"], { cwd: checkout.folder, env });
}, 300_000);
afterAll(() => checkout.remove());

let world: World;
beforeEach(async () => {
  world = await startWorld(checkout);
  onTestFinished(() => world[Symbol.asyncDispose]());
});

const worker = () => world.cloudflare.account.worker(WORKER);

function expectCompleted(): void {
  expect(world.readTrafficShares()).toEqual({ [checkout.head()]: 100 });
  expect(worker()).toMatchObject({
    domains: ["staging.acme.example"],
    crons: ["* * * * *", "*/15 * * * *"],
  });
}

test.each([
  ["when the status is read", /^GET .*\/deployments$/, "before", "record current version"],
  ["before the upload arrives", /^POST .*\/versions$/, "before", "upload"],
  ["before the response to the upload", /^POST .*\/versions$/, "after", "upload"],
  ["before it gets 0 %", /^POST .*\/deployments$/, "before", "smoke test at 0 %"],
  ["after it got 0 %", /^POST .*\/deployments$/, "after", "smoke test at 0 %"],
  ["when settings are synced", /^PATCH .*\/script-settings$/, "before", "smoke test at 0 %"],
  ["with a 503 for the version", /^GET .*\/versions\//, "503", "record current version"],
  ["with a 503 for the files", /assets-upload-session$/, "503", "upload"],
  ["with a 503 for the 0 %", /^POST .*\/deployments$/, "503", "smoke test at 0 %"],
  ["after domains were attached", /^PUT .*\/domains\/records$/, "after", "routes and crons"],
  ["before crons are set", /^PUT .*\/schedules$/, "before", "routes and crons"],
] as const)("after an API failure %s, the next deploy completes", async (_, at, when, step) => {
  world.seedLive();
  world.cloudflare.injectFault({ at, when });
  const { error } = await world.release();
  expect(error).toContain(`Step "${step}" failed: `);
  // Without its routes and crons, a good version stays live.
  const live = step === "routes and crons" ? checkout.head() : PREVIOUS_COMMIT;
  expect(world.readTrafficShares()[live]).toBe(100);
  if (step === "record current version") expect(await world.countMigrations()).toBe(0);

  world.cloudflare.injectFault(undefined);
  expect((await world.release()).error).toBeUndefined();
  expectCompleted();
});

describe("a deploy whose process is killed", () => {
  async function releaseAndKill(shouldKill: (printed: string) => boolean): Promise<void> {
    const child = spawnDeploy(world.target, { commit: checkout.head() });
    await child.waitFor(shouldKill);
    child.killGroup();
    await child.ended;
  }

  test.each([
    ["while migrations run", (printed: string) => /▸ migrate\n$/.test(printed)],
    ["when it has 0 %", () => worker().deployments.length === 2],
    ["when it has all traffic", () => worker().deployments.length === 3],
  ])("%s leaves one version live, and the next deploy completes", async (_, shouldKill) => {
    world.seedLive();
    await releaseAndKill(shouldKill);
    expect(Object.values(world.readTrafficShares())).toContain(100);

    // Postgres releases the lock when it detects the closed connection.
    await expect
      .poll(async () => (await world.release()).error, { timeout: 60_000, interval: 1_000 })
      .toBeUndefined();
    expectCompleted();
  });
});
