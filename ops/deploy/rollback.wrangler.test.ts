/** Rollbacks with the real wrangler, against a strict stand-in for Cloudflare's API. */
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { type Checkout, makeCheckout } from "../../tests/support/cloudflare/checkout.ts";
import { BEFORE, startWorld, WORKER, type World } from "../../tests/support/cloudflare/world.ts";
import { resolveWorker } from "../cloud/worker.ts";
import { wrangler } from "../cloud/wrangler.ts";
import { type RollbackOptions, rollback } from "./rollback.ts";

let checkout: Checkout;
beforeAll(() => {
  checkout = makeCheckout();
});
afterAll(() => checkout.remove());

let world: World;
let before: string;
let after: string;
beforeEach(async () => {
  world = await startWorld(checkout);
  const { account, unknown } = world.cloudflare;
  before = world.seedLive().id;
  const worker = account.worker(WORKER);
  const live = account.version(worker, before);
  after = account.addVersion(worker, { ...live, annotations: { "workers/tag": "after" } }).id;
  account.deploy(worker, [{ version_id: after, percentage: 100 }], {}, false);
  onTestFinished(async () => {
    await world[Symbol.asyncDispose]();
    expect(unknown).toEqual([]);
  });
});

async function goBack(change: Partial<RollbackOptions> = {}) {
  const printed: string[] = [];
  const error = await rollback(
    {
      worker: resolveWorker("staging", { name: WORKER }),
      siteUrl: "https://staging.acme.example",
      version: before,
      message: "sign-in is broken",
      withOldSecrets: false,
      ...change,
    },
    { run: world.run, smoke: world.smoke, print: (line) => printed.push(line) },
  ).then(
    () => undefined,
    (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown)),
  );
  return { printed, error };
}

function live() {
  const { account } = world.cloudflare;
  return account.live(account.worker(WORKER));
}

const TARGET = ["--config", "wrangler.toml", "--env", "staging"];
const put = (name: string, input: string) =>
  wrangler(["secret", "put", name, ...TARGET], { input });

test("all visitors get the earlier version, and the site is tried", async () => {
  expect((await goBack()).error).toBeUndefined();
  expect(live()?.annotations["workers/tag"]).toBe(BEFORE);
  const [deployment] = world.cloudflare.account.worker(WORKER).deployments;
  expect(deployment?.annotations["workers/message"]).toBe("sign-in is broken");
});

test("a version that does not exist changes nothing", async () => {
  const { error } = await goBack({ version: "9b4d2b9e-0000-4000-8000-000000000000" });
  expect(error).toContain("could not be found [code: 10146]");
  expect(live()?.id).toBe(after);
});

test("an earlier version whose site is broken is said to be", async () => {
  world.site.broken.add(BEFORE);
  expect((await goBack()).error).toContain("1 of 8 smoke checks failed");
});

test("over a rotated secret nothing is rolled back, and the secret is named", async () => {
  expect(await world.run(put("STRIPE_SECRET_KEY", "sk_test_2"))).toMatchObject({ status: 0 });
  const { error } = await goBack();
  expect(error).toContain(`${before} has older values of STRIPE_SECRET_KEY`);
  expect(error).toContain("--with-old-secrets");
  expect(live()?.secrets.get("STRIPE_SECRET_KEY")).toBe("sk_test_2");
});

test("told to, it brings the old secret back, and says how the new one comes into force", async () => {
  await world.run(put("STRIPE_SECRET_KEY", "sk_test_2"));
  const { error, printed } = await goBack({ withOldSecrets: true });
  expect(error).toBeUndefined();
  expect(live()?.secrets.get("STRIPE_SECRET_KEY")).toBe("STRIPE_SECRET_KEY-1");
  expect(printed.join("\n")).toContain("old values again: STRIPE_SECRET_KEY");

  const refused = await world.run(put("STRIPE_SECRET_KEY", "sk_test_3"));
  expect(refused).toMatchObject({ status: 1 });
  expect(refused.stdout + refused.stderr).toContain("Secret edit failed");

  const [command] = printed.flatMap(
    (line) => /npx wrangler (versions secret put .*)$/.exec(line)?.[1] ?? [],
  );
  const args = `${command} --config wrangler.toml`.split(" ");
  expect(await world.run(wrangler(args, { input: "sk_test_3" }))).toMatchObject({ status: 0 });
  expect(live()?.secrets.get("STRIPE_SECRET_KEY")).toBe("STRIPE_SECRET_KEY-1");

  expect((await world.deploy()).error).toBeUndefined();
  expect(live()?.secrets.get("STRIPE_SECRET_KEY")).toBe("sk_test_3");
});
