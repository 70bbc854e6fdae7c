/** Moves traffic, against a strict stand-in for Cloudflare's API and a real Postgres. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { collectLines } from "../tests/support/cloudflare/console-lines.ts";
import { PREVIOUS_COMMIT, setUpDeployHarness } from "../tests/support/cloudflare/deploy-harness.ts";
import { release } from "./deploy.ts";
import { rollback } from "./rollback.ts";

vi.mock("./lib/wrangler.ts", async (importOriginal) => {
  const { quickWrangler } = await import("../tests/support/cloudflare/quick-wrangler.ts");
  return { ...(await importOriginal<object>()), wrangler: quickWrangler };
});

const harness = setUpDeployHarness({ isMigrated: true });

const deployedShares = () =>
  harness()
    .worker()
    .deployments.map(({ versions }) => versions.map(({ percentage }) => percentage));

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

test("a token whose role is of one Worker cannot deploy, and the line names the role that can", async () => {
  harness().seedLive();
  const { account } = harness().cloudflare;
  account.role = "Editor of one Worker";
  const refused = await harness().release();
  expect(refused.error).toMatch(
    /^Step "domains" failed: .* Account: Workers Scripts of all Workers: Edit$/,
  );
  expect(refused.lines.at(-1)).toBe("This deploy changed nothing for visitors");
  account.role = "Editor";
  expect((await harness().release()).error).toBeUndefined();
});

test("a domain of the Worker that is not in wrangler.toml stops a deploy, which would detach it", async () => {
  harness().seedLive();
  harness().worker().domains = ["staging.acme.example", "shop.acme.example"];
  expect((await harness().release()).error).toBe(
    'Step "domains" failed: shop.acme.example is not in wrangler.toml and would lose its DNS record. Change that, or deploy with --take-domains',
  );
  expect(harness().worker().domains).toHaveLength(2);
  expect((await harness().release(undefined, true)).error).toBeUndefined();
  expect(harness().worker().domains).toEqual(["staging.acme.example"]);
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

test("routes and crons that fail do not take a good version back", async () => {
  harness().seedLive();
  const { error, lines } = await harness().release((line) => {
    if (line !== "▸ routes and crons") return;
    harness().cloudflare.injectFault({ at: /^PUT .*\/schedules$/, when: "403" });
  });
  expect(error).toBe('Step "routes and crons" failed: wrangler: 403');
  expect(lines.at(-1)).toBe(`staging is still running ${harness().checkout.head()}`);
  expect(harness().readTrafficShares()).toEqual({ [harness().checkout.head()]: 100 });
});

test("a first version that fails its smoke test stays live", async () => {
  harness().seedEmpty();
  harness().site.broken.add(harness().checkout.head());
  const { error, lines } = await harness().release();
  expect(error).toMatch(/^Step "smoke test" failed/);
  expect(lines.at(-1)).toBe("First version: nothing to roll back to");
  expect(harness().readTrafficShares()).toEqual({ [harness().checkout.head()]: 100 });
});

describe("what a colleague makes live during a deploy stays", () => {
  /** Another version; what the colleague rolls back to, or what `wrangler secret put` makes. */
  const moveTraffic = (message: string) => {
    const { account } = harness().cloudflare;
    const version = account.addVersion(harness().worker(), {
      ...account.version(harness().worker(), before),
      annotations: {},
    });
    const annotations = { "workers/message": message };
    account.deploy(
      harness().worker(),
      [{ version_id: version.id, percentage: 100 }],
      annotations,
      true,
    );
    return version.id;
  };
  let before: string;
  beforeEach(() => {
    before = harness().seedLive().id;
  });

  test("while the version is tried, which then no longer answers", async () => {
    let theirs = "";
    harness().site.broken.add(harness().checkout.head());
    const { error } = await harness().release((line) => {
      if (theirs === "" && line.includes("✗")) theirs = moveTraffic("Manual rollback");
    });
    expect(error).toMatch(
      `Step "smoke test at 0 %" failed: operator@example.com made version ${theirs}`,
    );
    expect(harness().live()?.id).toBe(theirs);
  });

  test("before the promotion", async () => {
    let theirs = "";
    const { error, lines } = await harness().release((line) => {
      if (line === "▸ promote to 100 %") theirs = moveTraffic("Manual rollback");
    });
    expect(error).toMatch(
      new RegExp(
        `^Step "promote to 100 %" failed: operator@example.com made version ${theirs} live in the meantime \\(2026-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC, "Manual rollback"\\)$`,
      ),
    );
    expect(lines.join("\n")).not.toContain("Rolled back");
    expect(harness().live()?.id).toBe(theirs);
  });

  test("after the promotion, also when the smoke test passes", async () => {
    let theirs = "";
    const { error, lines } = await harness().release((line) => {
      const isLast = line.includes("guests are redirected");
      if (isLast && harness().worker().deployments.length === 3)
        theirs = moveTraffic("Manual rollback");
    });
    expect(error).toContain(
      `Step "smoke test" failed: operator@example.com made version ${theirs}`,
    );
    expect(lines.at(-1)).toContain(`Version ${theirs} is live`);
    expect(harness().live()?.id).toBe(theirs);
  });

  test("after the promotion, when the smoke test fails", async () => {
    let theirs = "";
    const { error, lines } = await harness().release((line) => {
      if (line !== "▸ smoke test") return;
      theirs = moveTraffic("Manual rollback");
      harness().site.broken.add("unknown");
    });
    expect(error).toMatch(/^Step "smoke test" failed: 3 of 8 smoke checks failed/);
    expect(lines.at(-1)).toContain(`✗ Rollback: operator@example.com made version ${theirs} live`);
    expect(harness().live()?.id).toBe(theirs);
  });

  test("in a second deploy at once: one completes, the other stops and says who was first", async () => {
    const [first, second] = await Promise.all([
      release(harness().target, harness().checkout.head()).then(
        () => "",
        (error: Error) => error.message,
      ),
      harness().release(),
    ]);
    const errors = [first, second.error ?? ""].filter(Boolean);
    expect(errors).toEqual([expect.stringContaining("operator@example.com made version")]);
  });
});

describe("a rollback", () => {
  let before: string;
  let after: string;
  beforeEach(() => {
    const { account } = harness().cloudflare;
    const version = harness().seedLive();
    before = version.id;
    after = account.addVersion(harness().worker(), version).id;
    account.deploy(harness().worker(), [{ version_id: after, percentage: 100 }], {}, false);
  });

  const runRollback = (version = before, onLine?: (line: string) => void) => {
    return collectLines(() => rollback(harness().target, version), onLine);
  };

  test("moves all traffic to the earlier version, and runs the smoke test", async () => {
    const { error, lines } = await runRollback();
    expect(error).toBeUndefined();
    expect(lines.filter((line) => line.startsWith("  ✓"))).toHaveLength(8);
    expect(harness().live()?.id).toBe(before);
    expect(harness().worker().deployments[0]?.annotations["workers/message"]).toBe(
      "Manual rollback",
    );
  });

  test("past a migration is refused without --past-migrations", async () => {
    const { account } = harness().cloudflare;
    const { git, head } = harness().checkout;
    const older = account.addVersion(harness().worker(), {
      ...account.version(harness().worker(), before),
      annotations: { "workers/tag": head() },
    }).id;
    account.deploy(harness().worker(), [{ version_id: older, percentage: 100 }], {}, true);
    writeFileSync(path.join(harness().checkout.folder, "drizzle/migrations/0099_drop.sql"), "");
    git("add", "--all");
    git("commit", "--quiet", "--message", "Drop a column");
    const newer = account.addVersion(harness().worker(), {
      ...account.version(harness().worker(), older),
      annotations: { "workers/tag": head() },
    }).id;
    account.deploy(harness().worker(), [{ version_id: newer, percentage: 100 }], {}, true);
    expect((await runRollback(older)).error).toMatch(/^Not rolled back: 0099_drop ran since/);
    expect(harness().live()?.id).toBe(newer);
    await collectLines(() => rollback(harness().target, older, true));
    expect(harness().live()?.id).toBe(older);
    git("reset", "--quiet", "--hard", "HEAD~1");
  });

  test("is refused without --past-migrations where git does not know a version's commit", async () => {
    const { account } = harness().cloudflare;
    const unknown = { ...account.version(harness().worker(), after), annotations: {} };
    const { id } = account.addVersion(harness().worker(), unknown);
    account.deploy(harness().worker(), [{ version_id: id, percentage: 100 }], {}, true);
    expect((await runRollback()).error).toMatch(
      /^Not rolled back: git does not know both commits \(b{12}, none\).* add --past-migrations$/,
    );
    expect(harness().live()?.id).toBe(id);
  });

  test("to an unknown version, or over a rotated secret, changes nothing", async () => {
    const unknown = await runRollback("9b4d2b9e-0000-4000-8000-000000000000");
    expect(unknown.error).toContain("Cloudflare responded 404: The version 9b4d2b9e");
    expect(harness().live()?.id).toBe(after);

    harness().cloudflare.account.putSecret(harness().worker(), "SUPABASE_SECRET_KEY", "new");
    const { error } = await collectLines(() => rollback(harness().target, before, true));
    expect(error).toContain("Not rolled back: secrets are part of a version. Deploy a revert");
    expect(error).toContain("secrets have changed: SUPABASE_SECRET_KEY");
    expect(harness().live()?.secrets.get("SUPABASE_SECRET_KEY")).toBe("new");
  });

  test("to a version that fails its smoke test leaves the traffic, and prints the command that undoes it", async () => {
    harness().site.broken.add(PREVIOUS_COMMIT);
    const { error, lines } = await runRollback();
    expect(lines[0]).toBe(`Live before: version ${after}`);
    expect(error).toContain("2 of 8 smoke checks failed");
    expect(error).toContain(
      `Version ${before} is live. Before the rollback: npm run rollback -- --env staging --version ${after}`,
    );
    expect(harness().live()?.id).toBe(before);
  });

  test("that fails after a colleague has moved the traffic says what is live", async () => {
    harness().site.broken.add(PREVIOUS_COMMIT);
    const { account } = harness().cloudflare;
    const moveBack = () =>
      account.deploy(harness().worker(), [{ version_id: after, percentage: 100 }], {}, true);
    const { error } = await runRollback(before, (line) => {
      if (line.includes("✗ the database responds")) moveBack();
    });
    expect(error).toContain(`Version ${after} is live. Before the rollback: `);
  });

  test("whose answer is lost says so, and repeated names the version that was live before the first try", async () => {
    harness().cloudflare.injectFault({ at: /^POST .*\/deployments$/, when: "after", once: true });
    const lost = await runRollback();
    expect(lost.error).toMatch(/^Whether the traffic has moved is unknown: no response .*Run this/);
    const { error, lines } = await runRollback();
    expect(error).toBeUndefined();
    expect(lines[0]).toBe(`Live before: version ${after}`);
  });

  test("does not say ✓ over a colleague's move, and leaves it", async () => {
    const { account } = harness().cloudflare;
    const theirs = account.addVersion(harness().worker(), {
      ...account.version(harness().worker(), after),
    }).id;
    const { error, lines } = await runRollback(before, (line) => {
      if (!line.startsWith("Live: ")) return;
      account.deploy(harness().worker(), [{ version_id: theirs, percentage: 100 }], {}, true);
    });
    expect(error).toMatch(`operator@example.com made version ${theirs} live in the meantime`);
    expect(lines.at(-1)).not.toContain("is live");
    expect(harness().live()?.id).toBe(theirs);
  });
});
