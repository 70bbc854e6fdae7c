/** Closes the site and opens it, against a strict stand-in for Cloudflare's API and a real Postgres. */
import { describe, expect, test, vi } from "vitest";
import { collectLines } from "../tests/support/cloudflare/console-lines.ts";
import { PREVIOUS_COMMIT, setUpDeployHarness } from "../tests/support/cloudflare/deploy-harness.ts";
import { setMaintenance } from "./maintenance.ts";
import { closedPage } from "./resources/cloudflare.ts";

vi.mock("./lib/wrangler.ts", async (importOriginal) => {
  const { quickWrangler } = await import("../tests/support/cloudflare/quick-wrangler.ts");
  return { ...(await importOriginal<object>()), wrangler: quickWrangler };
});

const harness = setUpDeployHarness({ isMigrated: true });

describe("`maintenance` closes the site and opens it", () => {
  /** What a visitor gets: the page of the closed Worker, or the site's status. */
  const visit = async () => {
    const { headers, status } = await fetch(harness().site.url);
    return headers.has("X-Maintenance") ? "closed" : status;
  };
  const run = (state: string, options = {}, change = {}) => {
    const target = { ...harness().target, ...change };
    return collectLines(() => setMaintenance(target, state, options));
  };

  test("but not one without a domain, and says what it accepts", async () => {
    harness().seedEmpty();
    expect((await run("on")).error).toContain("has no domain yet: deploy it first");
    expect((await run("closed")).error).toMatch(/^Usage: /);
  });

  test("a deploy is smoke-tested behind the closed page and leaves it closed; a broken one is found before visitors are let in", async () => {
    const before = harness().seedLive();
    await run("on");
    harness().site.broken.add(harness().checkout.head());
    const broken = await harness().release();
    expect(broken.error).toMatch(/^Step "smoke test at 0 %" failed: 2 of 8/);
    expect(await visit()).toBe("closed");

    harness().site.broken.clear();
    const { error, lines } = await harness().release();
    expect(error).toBeUndefined();
    expect(lines.filter((line) => line === "  ✓ the home page renders")).toHaveLength(2);
    expect(lines.at(-1)).toBe(
      `To roll back: npm run rollback -- --env staging --version ${before.id}`,
    );
    expect(await visit()).toBe("closed");
    expect((await run("off")).error).toBeUndefined();
    expect(await visit()).toBe(200);
  });

  test("a site that fails stays closed, unless forced; opened, it ends with the failure", async () => {
    harness().seedLive();
    await run("on");
    harness().site.broken.add(PREVIOUS_COMMIT);
    expect((await run("off")).error).toMatch(
      /^Not opened: 2 of 8 smoke checks failed at \S+ npm run maintenance -- off --env staging --force/,
    );
    expect(await visit()).toBe("closed");
    const forced = await run("off", { force: true });
    expect(forced.error).toMatch(/^2 of 8 smoke checks failed/);
    expect(forced.lines[0]).toContain(" is open");
    expect(await visit()).toBe(500);
  });

  test.each([
    ["without", undefined],
    ["with another", "rotated"],
  ])(
    "%s operator's token, what could not be checked stays closed, unless forced",
    async (_, token) => {
      harness().seedLive();
      await run("on");
      const env = { ...harness().target.env, OPERATOR_TOKEN: token };
      const { error } = await run("off", {}, { env });
      expect(error).toMatch(
        /^Not opened: 6 of 8 smoke checks were not run: .*maintenance -- on --env staging` makes that the one\. .* --force opens it nevertheless$/,
      );
      expect(await visit()).toBe("closed");
      harness().site.broken.add(PREVIOUS_COMMIT);
      const forced = await run("off", { force: true }, { env });
      expect(forced.error).toMatch(/^2 of 8 smoke checks failed/);
      expect(await visit()).toBe(500);
    },
  );

  test("a rotated token opens the site after it has closed it again", async () => {
    harness().seedLive();
    await run("on");
    const env = { ...harness().target.env, OPERATOR_TOKEN: "rotated" };
    await run("on", {}, { env });
    expect((await run("off", {}, { env })).error).toBeUndefined();
    expect(await visit()).toBe(200);
  });

  test("says neither open nor closed of a site behind a challenge", async () => {
    harness().seedLive();
    harness().site.isChallenged = true;
    expect((await run("on")).error).toMatch(
      /^Cloudflare answers with a challenge: .*Flood or bill\. The site is behind a challenge, its crons rest\. Repeat: /,
    );
    expect((await run("off")).error).toMatch(/^Not opened: 8 of 8 smoke checks failed/);
    harness().site.isChallenged = false;
    expect(await visit()).toBe("closed");
  });

  test("interrupted while it opens, the site is closed with its crons, and the line says what to repeat", async () => {
    harness().seedLive();
    await run("on");
    harness().cloudflare.injectFault({ at: /^DELETE .*\/routes/, when: "503", once: true });
    expect((await run("off")).error).toBe(
      "Cloudflare responded 503. The site is closed, its crons run. Repeat: npm run maintenance -- off --env staging",
    );
    expect((await run("off")).error).toBeUndefined();
    expect(await visit()).toBe(200);
  });
});

test("the first `maintenance on` needs no permission to create Workers, because set-up created the closed page", async () => {
  const { target, cloudflare } = harness();
  harness().seedLive();
  cloudflare.account.role = "Editor";
  const denied = await collectLines(() => setMaintenance(target, "on"));
  expect(denied.error).toContain("The site is open, its crons");
  cloudflare.account.role = "Admin";
  await closedPage.write?.(target);
  cloudflare.account.role = "Editor";
  expect((await collectLines(() => setMaintenance(target, "on"))).error).toBeUndefined();
});

test("with a role of one Worker it names the role that covers custom domains", async () => {
  harness().seedLive();
  harness().cloudflare.account.role = "Editor of one Worker";
  const { error } = await collectLines(() => setMaintenance(harness().target, "on"));
  expect(error).toContain("needs the permission Account: Workers Scripts of all Workers: Read");
});
