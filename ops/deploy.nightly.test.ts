/** Interrupted deploys with the real wrangler: the next deploy always completes. */
import { describe, expect, test } from "vitest";
import { PREVIOUS_COMMIT, setUpDeployHarness } from "../tests/support/cloudflare/deploy-harness.ts";
import { spawnDeploy } from "../tests/support/cloudflare/spawn-deploy.ts";

const harness = setUpDeployHarness();

function expectCompleted(): void {
  expect(harness().readTrafficShares()).toEqual({ [harness().checkout.head()]: 100 });
  expect(harness().worker()).toMatchObject({
    domains: ["staging.acme.example"],
    crons: ["* * * * *", "*/15 * * * *"],
  });
}

test.each([
  ["when the status is read", /^GET .*\/deployments$/, "before", "record current version"],
  ["when the domains are compared", /\/domains\/changeset$/, "503", "domains"],
  ["before the upload arrives", /^POST .*\/versions$/, "before", "upload"],
  ["before the response to the upload", /^POST .*\/versions$/, "after", "upload"],
  ["before it gets 0 %", /^POST .*\/deployments$/, "before", "smoke test at 0 %"],
  ["after it got 0 %", /^POST .*\/deployments$/, "after", "smoke test at 0 %"],
  ["when settings are synced", /^PATCH .*\/script-settings$/, "before", "upload"],
  ["with a 503 for the version", /^GET .*\/versions\//, "503", "record current version"],
  ["with a 503 for the files", /assets-upload-session$/, "503", "upload"],
  ["with a 503 for the 0 %", /^POST .*\/deployments$/, "503", "smoke test at 0 %"],
  ["after domains were attached", /^PUT .*\/domains\/records$/, "after", "routes and crons"],
  ["before crons are set", /^PUT .*\/schedules$/, "before", "routes and crons"],
] as const)("after an API failure %s, the next deploy completes", async (_, at, when, step) => {
  harness().seedLive();
  harness().cloudflare.injectFault({ at, when });
  const { error } = await harness().release();
  expect(error).toContain(`Step "${step}" failed: `);
  // A good version stays live without its routes and crons.
  const live = step === "routes and crons" ? harness().checkout.head() : PREVIOUS_COMMIT;
  expect(harness().readTrafficShares()[live]).toBe(100);
  if (step === "record current version") expect(await harness().countMigrations()).toBe(0);

  harness().cloudflare.injectFault(undefined);
  expect((await harness().release()).error).toBeUndefined();
  expectCompleted();
});

describe("a deploy whose process is killed", () => {
  async function releaseAndKill(shouldKill: (printed: string) => boolean): Promise<void> {
    const child = spawnDeploy(harness().target, { commit: harness().checkout.head() });
    await child.waitFor(shouldKill);
    child.killGroup();
    await child.ended;
  }

  test.each([
    ["while migrations run", (printed: string) => /▸ migrate\n$/.test(printed)],
    ["when it has 0 %", () => harness().worker().deployments.length === 2],
    ["when it has all traffic", () => harness().worker().deployments.length === 3],
  ])("%s leaves one version live, and the next deploy completes", async (_, shouldKill) => {
    harness().seedLive();
    await releaseAndKill(shouldKill);
    expect(Object.values(harness().readTrafficShares())).toContain(100);

    // Postgres releases the lock when it detects the closed connection.
    await expect
      .poll(async () => (await harness().release()).error, { timeout: 60_000, interval: 1_000 })
      .toBeUndefined();
    expectCompleted();
  });
});
