/** Set-up and doctor against stand-ins for Cloudflare, Supabase and Stripe, and a real Postgres. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PLAN_IDS } from "../app/content/plans.ts";
import { type SetupWorld, startSetupWorld } from "../tests/support/cloudflare/setup-world.ts";
import { liveSite } from "./cloud/live-site.ts";
import { readTarget, type Target } from "./lib/target.ts";
import { MAINTENANCE_SECRET, putSecret } from "./lib/versions.ts";

const WORKER = readTarget("staging").worker;

/** The real one runs wrangler; setup-cloud.wrangler.test.ts uses it. */
vi.mock("./lib/versions.ts", async (importOriginal) => ({
  ...(await importOriginal<typeof import("./lib/versions.ts")>()),
  putSecret: async ({ env, worker }: Target, name: string, text: string) => {
    const { account } = world.cloudflare;
    if (!account.workers.has(worker)) {
      account.addVersion(account.createWorker(worker), {
        annotations: {},
        bindings: [],
        secrets: new Map(),
        modules: new Map(),
      });
      account.deploy(
        account.worker(worker),
        [{ version_id: account.worker(worker).versions[0]?.id ?? "", percentage: 100 }],
        {},
        false,
      );
    }
    const url = `${env.CLOUDFLARE_API_BASE_URL}/accounts/${env.CLOUDFLARE_ACCOUNT_ID}/workers/scripts/${worker}/secrets`;
    const response = await fetch(url, {
      method: "PUT",
      headers: { Authorization: `Bearer ${env.CLOUDFLARE_API_TOKEN}` },
      body: JSON.stringify({ name, text, type: "secret_text" }),
    });
    if (!response.ok) throw new Error(`wrangler secret put ${name}: ${response.status}`);
  },
}));

let world: SetupWorld;
beforeEach(async () => {
  world = await startSetupWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const requiresAction = (line: string) => /^[✗?]/.test(line);

test("cut off after every write, it goes on where it was and leaves nothing twice", async () => {
  // An endpoint takes three writes, and an interrupted run's is deleted: then a run gets one more.
  const countDeletes = () => world.writes.filter((line) => line.startsWith("DELETE")).length;
  do {
    world.cutOffAfter = 1 + countDeletes();
    expect(world.writes.length).toBeLessThan(60);
  } while (!(await world.setUp()).error?.startsWith("What is live"));
  expect(countDeletes()).toBeGreaterThan(2);
  world.cutOffAfter = Number.POSITIVE_INFINITY;
  expect(await world.examine()).toEqual(["✗ live site: nothing is deployed yet"]);

  const { account } = world.cloudflare;
  expect(account.hyperdrives).toHaveLength(1);
  expect(account.certificates).toHaveLength(1);
  const { stripe } = world.stripe;
  expect((await stripe.prices.list()).data).toHaveLength(PLAN_IDS.length);
  expect((await stripe.products.list()).data).toHaveLength(3);
  const endpoints = (await stripe.webhookEndpoints.list()).data;
  expect(endpoints.map(({ status, metadata }) => [status, metadata])).toEqual([["enabled", {}]]);
  expect(world.endpointSecret).toMatch(/^whsec_/);
  const secrets = account.worker(WORKER).versions.at(-1)?.secrets;
  expect(secrets?.get("STRIPE_WEBHOOK_SECRETS")).toBe(world.endpointSecret);
}, 120_000);

test("what a person changed is named by the doctor and corrected by the next run", async () => {
  await world.setUpAndDeploy();
  const { account } = world.cloudflare;
  Object.assign(world.supabase.auth, { jwt_exp: 604_800, hook_custom_access_token_enabled: false });
  world.supabase.isEncrypted = false;
  Object.assign(account.hyperdrives[0] ?? {}, {
    caching: { disabled: false },
    origin_connection_limit: 60,
    mtls: { sslmode: "require" },
  });
  const { stripe } = world.stripe;
  const [endpoint] = (await stripe.webhookEndpoints.list()).data;
  await stripe.webhookEndpoints.update(endpoint?.id ?? "", { enabled_events: ["*"] });
  const [portal] = (await stripe.billingPortal.configurations.list()).data;
  await stripe.billingPortal.configurations.update(portal?.id ?? "", {
    features: { subscription_cancel: { enabled: false } },
  });
  const password = account.hyperdrives[0]?.origin.password;

  expect(await world.examine()).toEqual([
    "✗ Supabase Auth: \n    jwt_exp is 604800, not 3600\n    hook_custom_access_token_enabled is false, not true",
    "✗ Hyperdrive: \n    caching is on\n    it does not verify the database's certificate",
    "✗ Stripe billing portal: plans cannot be canceled at the period's end",
    "✗ Stripe webhook endpoint: its events differ",
    "✗ database encryption: unencrypted connections are accepted",
  ]);
  world.writes.length = 0;
  expect((await world.setUp()).error).toBeUndefined();
  expect(world.writes).toHaveLength(5);
  expect(await world.examine()).toEqual([]);
  // The running Worker uses it, and the operator chose the limit.
  expect(account.hyperdrives[0]?.origin.password).toBe(password);
  expect(account.hyperdrives[0]?.origin_connection_limit).toBe(60);
});

test("the doctor compares with what is live", async () => {
  await world.setUpAndDeploy();
  expect(await world.examine()).toEqual([]);
  await putSecret(world.readTarget(), MAINTENANCE_SECRET, "on");
  const { detail } = await liveSite.read(world.readTarget());
  expect(detail).toContain("closed: `npm run maintenance");
  const { stripe, control } = world.stripe;
  world.siteStatus = 503;
  await stripe.products.update("plan_pro", { active: false });
  const { id: customer } = await stripe.customers.create({ email: "ann@example.com" });
  await stripe.customers.del(customer);
  await control.waitForDeliveries();
  const worker = world.cloudflare.account.worker(WORKER);
  worker.crons = ["* * * * *"];
  worker.domains = [];
  expect(await world.examine()).toEqual([
    "✗ Stripe prices: the product plan_pro is archived at Stripe",
    [
      "✗ live site: ",
      "crons are * * * * *: deploy",
      "domains are not set: deploy",
      "/healthz responds 503",
      "retriesStuck is 2, over 0",
      "/readyz responds 503",
      "retriesStuck is 2, over 0",
      "1 Stripe events of the last day are undelivered: `npm run logs -- --env staging --errors` and webhook.rejected say why",
    ].join("\n    "),
  ]);
  expect(await world.examine({ CLOUDFLARE_API_TOKEN: "garbage" })).toContainEqual(
    expect.stringContaining("? Cloudflare login: Cloudflare responded 403"),
  );
});

test("a changed price becomes a new one under the same product, and wrangler.toml follows", async () => {
  await world.setUpAndDeploy();
  const { stripe } = world.stripe;
  const [old] = (await stripe.prices.list({ lookup_keys: ["pro_monthly"] })).data;
  await stripe.prices.create({
    product: "plan_pro",
    currency: "usd",
    unit_amount: 100,
    recurring: { interval: "month" },
    lookup_key: "pro_monthly",
    transfer_lookup_key: true,
  });
  expect(await world.examine()).toEqual([
    expect.stringMatching(/^✗ Stripe prices: the price pro_monthly is not \$/),
  ]);
  expect((await world.setUp()).error).toContain("What is live still differs: git commit");
  expect(await world.examine()).toEqual([
    "✗ live site: STRIPE_PRICE_PRO differ from wrangler.toml: deploy",
  ]);
  const [current] = (await stripe.prices.list({ lookup_keys: ["pro_monthly"] })).data;
  expect(current).toMatchObject({ unit_amount: old?.unit_amount, product: "plan_pro" });
  expect(readFileSync(path.join(world.folder, "wrangler.toml"), "utf8")).toContain(
    `STRIPE_PRICE_PRO = "${current?.id}"`,
  );
});

test("on Supabase's Free plan, what it lacks is one line and the rest is set up", async () => {
  world.supabase.plan = "free";
  const { error, lines } = await world.setUp();
  expect(lines.filter(requiresAction)).toEqual([
    "✗ Supabase Auth, Pro plan: the Management API responded 402: This is available on Pro Plans and up.",
  ]);
  expect(error).toContain("1 left");
});

test("without an OAuth app and a mail server, the rest is set up and they are named", async () => {
  world.supabase.auth.external_google_enabled = false;
  const { lines } = await world.setUp({ SMTP_PASSWORD: "" });
  expect(lines.filter(requiresAction)).toEqual([
    expect.stringContaining("google is off: Supabase, Authentication, Sign In / Providers"),
    expect.stringContaining("✗ Supabase Auth, SMTP: set SMTP_PASSWORD"),
  ]);
  expect(world.supabase.auth.smtp_host).toBeNull();
});

test("passkeys are on where the Worker's are, for the site's domain", async () => {
  const file = path.join(world.folder, "wrangler.toml");
  const text = readFileSync(file, "utf8").replace(/^PASSKEYS = .*\n/gm, "");
  writeFileSync(file, text.replace("[env.staging.vars]", '$&\nPASSKEYS = "on"'));
  await world.setUpAndDeploy();
  expect(world.supabase.auth).toMatchObject({
    passkey_enabled: true,
    webauthn_rp_id: "staging.example.com",
    webauthn_rp_origins: "https://staging.example.com",
  });
});

test("another mail server stays", async () => {
  world.supabase.auth.smtp_host = "smtp.example.com";
  await world.setUpAndDeploy();
  expect(world.supabase.auth).toMatchObject({
    smtp_host: "smtp.example.com",
    rate_limit_email_sent: 360,
  });
});

test.each<[string, (world: SetupWorld) => unknown, string]>([
  [
    "a Hyperdrive configuration with our name",
    ({ cloudflare }) =>
      void cloudflare.account.hyperdrives.push({
        id: "a".repeat(32),
        name: WORKER,
        origin: { host: "db.other.supabase.co", user: "app_worker" },
        caching: {},
      }),
    "connects to db.other.supabase.co, not to 127.0.0.1: it belongs to another project",
  ],
  [
    "a price with our lookup key",
    async ({ stripe: { stripe } }) => {
      await stripe.products.create({ id: "p", name: "P", metadata: { project: "other" } });
      await stripe.prices.create({
        product: "p",
        currency: "usd",
        recurring: { interval: "month" },
        unit_amount: 1,
        lookup_key: "pro_monthly",
      });
    },
    "the price pro_monthly belongs to the project other",
  ],
])("%s that belongs to another project stops the setup before any change", async (...given) => {
  const [, arrange, message] = given;
  await arrange(world);
  const { error, lines } = await world.setUp();
  expect(error).toContain("Nothing was changed. First:");
  expect(error).toContain(message);
  expect([lines, world.writes]).toEqual([[], []]);
});

test("a missing key, or one of another environment, stops the setup before any change", async () => {
  const foreign = "postgres://postgres:hunter2@db.other.supabase.co:5432/postgres";
  const cases: readonly (readonly [Target["env"], string])[] = [
    [{ STRIPE_SECRET_KEY: "sk_live_x" }, "must be a test key for staging"],
    [{ STRIPE_SECRET_KEY: "" }, "set STRIPE_SECRET_KEY"],
    [{ DATABASE_URL: foreign }, "not belong to this environment's Supabase project stagingproject"],
    [{ DATABASE_URL: "" }, "? database: DATABASE_URL is not set"],
    [{ DATABASE_CA_FILE: "/nowhere" }, "the certificate of its authority"],
    [{ SUPABASE_ACCESS_TOKEN: "" }, "set SUPABASE_ACCESS_TOKEN"],
    [{ SUPABASE_ACCESS_TOKEN: "x" }, "is invalid or expired"],
    [{ CLOUDFLARE_ACCOUNT_ID: "" }, "CLOUDFLARE_ACCOUNT_ID is not set"],
  ];
  for (const [env, message] of cases) {
    const { error } = await world.setUp(env);
    expect(error).toContain("Nothing was changed. First:");
    expect(error).toContain(message);
    expect(error).not.toContain("hunter2");
  }
  expect(world.writes).toEqual([]);
});

test("a placeholder in SITE_URL stops the setup before any change", async () => {
  const file = path.join(world.folder, "wrangler.toml");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replaceAll("staging.example.com", "staging.replace-me.example"));
  expect((await world.setUp()).error).toContain("SITE_URL in wrangler.toml is not set");
  expect(world.writes).toEqual([]);
});

test("a missing permission is named before any change", async () => {
  world.cloudflare.injectFault({ at: /hyperdrive/, when: "403" });
  expect((await world.setUp()).error).toContain(
    "? Hyperdrive: Cloudflare responded 403: the token needs the permission Account: Hyperdrive: Edit",
  );
  expect(world.writes).toEqual([]);
});

test("when APIs answer 500, the doctor cannot tell, and says nothing is missing", async () => {
  await world.setUpAndDeploy();
  world.supabase.status = 500;
  world.cloudflare.injectFault({ at: /./, when: "503" });
  const lines = await world.examine({ STRIPE_API_URL: "http://127.0.0.1:9" });
  expect(lines.filter((line) => !line.startsWith("? "))).toEqual([]);
  expect(lines).toHaveLength(15);
  world.supabase.status = undefined;
  world.cloudflare.injectFault(undefined);
});

test("an endpoint whose secret the Worker lacks is left to a person: its deliveries may be in use", async () => {
  const url = "https://staging.example.com/api/stripe-webhook";
  await world.stripe.stripe.webhookEndpoints.create({ url, enabled_events: ["*"] });
  const { lines } = await world.setUp();
  expect(lines.filter(requiresAction)).toEqual([
    expect.stringContaining("the Worker does not have its secret"),
  ]);
  expect((await world.stripe.stripe.webhookEndpoints.list()).data).toHaveLength(1);
});
