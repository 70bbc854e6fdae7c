/** Set-up and doctor against stand-ins for Cloudflare, Supabase and Stripe, and a real Postgres. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type Stripe from "stripe";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { findPlan, PLAN_IDS } from "../app/content/plans.ts";
import { studio } from "../app/content/studio.ts";
import type { Worker } from "../tests/support/cloudflare/account.ts";
import { type SetupHarness, startSetupHarness } from "../tests/support/cloudflare/setup-harness.ts";
import { ENDPOINT_EVENTS } from "./lib/stripe.ts";
import { readTarget, type Target } from "./lib/target.ts";

const WORKER = readTarget("staging").worker;
const PRO_INTERVAL = findPlan("pro")?.price.interval ?? "month";
const PRO_KEY = `pro_${PRO_INTERVAL}ly`;

vi.mock("./lib/wrangler.ts", async (importOriginal) => {
  const { quickWrangler } = await import("../tests/support/cloudflare/quick-wrangler.ts");
  return { ...(await importOriginal<object>()), wrangler: quickWrangler };
});

let live: SetupHarness | undefined;
afterAll(() => live?.[Symbol.asyncDispose]());

/**
 * What is set up and deployed once for the tests that only read it; what they changed is undone after each.
 */
async function openLive(): Promise<SetupHarness> {
  if (!live) {
    live = await startSetupHarness();
    await live.setUpAndDeploy();
  }
  live.answerFetch();
  onTestFinished(rememberState(live));
  return live;
}

/** Returns a function that restores the account at Cloudflare, the auth settings and the site. */
function rememberState(harness: SetupHarness): () => void {
  const { account } = harness.cloudflare;
  const [hyperdrive] = account.hyperdrives;
  const { bots } = account;
  const parts = [account.worker(WORKER), harness.supabase.auth, hyperdrive ?? {}, bots];
  const before = structuredClone(parts);
  return () => {
    for (const [index, part] of parts.entries()) Object.assign(part, before[index]);
    account.analytics.length = 0;
    Object.assign(harness, { siteStatus: 200, isClosed: false });
  };
}

const ENDPOINT: Stripe.WebhookEndpointCreateParams = {
  url: "https://staging.example.com/api/stripe-webhook",
  enabled_events: ["*"],
};
const requiresAction = (line: string) => /^[✗?]/.test(line);

test("cut off after every write, it goes on where it was and leaves nothing twice", async () => {
  await using harness = await startSetupHarness();
  // An endpoint takes three writes, and an interrupted run's is deleted: then a run gets one more.
  const countDeletes = () => harness.writes.filter((line) => line.startsWith("DELETE")).length;
  do {
    harness.cutOffAfter = 1 + countDeletes();
    expect(harness.writes.length).toBeLessThan(60);
  } while (!(await harness.setUp()).error?.startsWith("What is live"));
  expect(countDeletes()).toBeGreaterThan(2);
  harness.cutOffAfter = Number.POSITIVE_INFINITY;
  expect(await harness.examine()).toEqual(["✗ live version: nothing is deployed yet"]);

  const { account } = harness.cloudflare;
  expect(account.hyperdrives).toHaveLength(1);
  expect(account.certificates).toHaveLength(1);
  const { stripe } = harness.stripe;
  expect((await stripe.prices.list()).data).toHaveLength(PLAN_IDS.length);
  expect((await stripe.products.list()).data).toHaveLength(PLAN_IDS.length);
  const endpoints = (await stripe.webhookEndpoints.list()).data;
  expect(endpoints.map(({ status, metadata }) => [status, metadata])).toEqual([["enabled", {}]]);
  expect(harness.endpointSecret).toMatch(/^whsec_/);
  const secrets = account.worker(WORKER).versions.at(-1)?.secrets;
  expect(secrets?.get("STRIPE_WEBHOOK_SECRETS")).toBe(harness.endpointSecret);
}, 120_000);

test("what a person changed is named by the doctor and corrected by the next run", async () => {
  await using harness = await startSetupHarness();
  await harness.setUpAndDeploy();
  const { account } = harness.cloudflare;
  Object.assign(harness.supabase.auth, {
    jwt_exp: 604_800,
    hook_custom_access_token_enabled: false,
  });
  harness.supabase.isEncrypted = false;
  Object.assign(account.hyperdrives[0] ?? {}, {
    caching: { disabled: false },
    origin_connection_limit: 60,
    mtls: { sslmode: "require" },
  });
  const { stripe } = harness.stripe;
  const [endpoint] = (await stripe.webhookEndpoints.list()).data;
  await stripe.webhookEndpoints.update(endpoint?.id ?? "", { enabled_events: ["*"] });
  const [portal] = (await stripe.billingPortal.configurations.list()).data;
  const [pro] = (await stripe.prices.list({ lookup_keys: [PRO_KEY] })).data;
  // Someone has pressed Save in the Dashboard, and taken two plans out.
  await stripe.billingPortal.configurations.update(portal?.id ?? "", {
    features: {
      customer_update: { enabled: true, allowed_updates: ["email"] },
      subscription_cancel: { enabled: false },
      subscription_pause: { enabled: true },
      subscription_update: {
        enabled: true,
        products: [{ product: String(pro?.product), prices: [pro?.id ?? ""] }],
        trial_update_behavior: "end_trial",
      },
    },
  });
  const password = account.hyperdrives[0]?.origin.password;

  expect(await harness.examine()).toEqual([
    "✗ Supabase Auth: \n    jwt_exp differs\n    hook_custom_access_token_enabled differs",
    expect.stringMatching(
      /^✗ Hyperdrive: \n {4}caching.disabled is false, not true\n {4}mtls.ca_certificate_id is undefined.*\n {4}mtls.sslmode is "require", not "verify-full"$/,
    ),
    expect.stringMatching(
      /^✗ Stripe billing portal: \n {4}customer_update.allowed_updates is \["email"\], not .*\n {4}subscription_cancel.enabled is false, not true\n {4}subscription_pause.enabled is true, not false\n {4}subscription_update.trial_update_behavior is "end_trial", .*\n {4}subscription_update.products is \[\{"product":"plan_pro".*\}\], not .*plan_starter/,
    ),
    "✗ Stripe webhook endpoint: its events differ",
    "✗ database encryption: unencrypted connections are accepted",
  ]);
  harness.writes.length = 0;
  expect((await harness.setUp()).error).toBeUndefined();
  expect(harness.writes).toHaveLength(5);
  expect(await harness.examine()).toEqual([]);
  // The running Worker uses it, and the operator chose the limit.
  expect(account.hyperdrives[0]?.origin.password).toBe(password);
  expect(account.hyperdrives[0]?.origin_connection_limit).toBe(60);
});

test("the doctor compares with what is live", async () => {
  await using harness = await startSetupHarness();
  await harness.setUpAndDeploy();
  expect(await harness.examine()).toEqual([]);
  const { stripe, control } = harness.stripe;
  harness.siteStatus = 503;
  await stripe.products.update("plan_pro", { active: false });
  const { id: customer } = await stripe.customers.create({ email: "ann@example.com" });
  await stripe.customers.del(customer);
  await control.waitForDeliveries();
  const worker = harness.cloudflare.account.worker(WORKER);
  worker.crons = ["* * * * *"];
  worker.domains = [];
  expect(await harness.examine()).toEqual([
    "✗ Stripe prices: the product plan_pro is archived at Stripe",
    [
      "✗ crons and domains: ",
      'crons is ["* * * * *"], not ["* * * * *","*/15 * * * *"]: deploy',
      'domains is [], not ["staging.example.com"]: deploy',
    ].join("\n    "),
    "✗ figures: retriesStuck is 2, over 0",
    "✗ Stripe deliveries: 1 of the last day are undelivered: `npm run logs -- --env staging --since 1d --search webhook.rejected` shows those with a wrong secret, and Cloudflare, Security, Events those it blocked",
  ]);
  expect(await harness.examine({ CLOUDFLARE_API_TOKEN: "garbage" })).toContainEqual(
    expect.stringContaining("? secrets: Cloudflare responded 403"),
  );
});

test.each<[string, string, (harness: SetupHarness, worker: Worker) => unknown]>([
  [
    "a version without a commit",
    "✗ live version: operator@example.com deployed a version without a commit: deploy",
    ({ cloudflare }, worker) => cloudflare.account.redeploy(worker, { annotations: {} }),
  ],
  [
    "a commit that is not on main",
    `✗ live version: ${"a".repeat(12)} is not on origin's main: merge and push it, or deploy with --any-commit`,
    ({ cloudflare }, worker) =>
      cloudflare.account.redeploy(worker, { annotations: { "workers/tag": "a".repeat(12) } }),
  ],
  [
    "missing bindings",
    "✗ live version: NETWORK_RATE_LIMIT, IDENTIFIER_RATE_LIMIT, EMAIL differ from wrangler.toml: deploy",
    ({ cloudflare }, worker) => {
      const bindings = worker.versions.at(-1)?.bindings ?? [];
      const kept = bindings.filter(({ type }) => ["plain_text", "hyperdrive"].includes(type));
      return cloudflare.account.redeploy(worker, { bindings: kept });
    },
  ],
  [
    "another compatibility date",
    "✗ live version: compatibility_date differ from wrangler.toml: deploy",
    ({ cloudflare }, worker) =>
      cloudflare.account.redeploy(worker, { compatibilityDate: "2025-01-01" }),
  ],
  [
    "a split of the traffic",
    "✗ live version: the traffic is split, 60 to 40 %: deploy",
    (_, worker) => {
      const [current] = worker.deployments;
      const [live] = current?.versions ?? [];
      if (!current || !live) throw new Error("nothing is live");
      const versions = [
        { ...live, percentage: 60 },
        { version_id: "another", percentage: 40 },
      ];
      worker.deployments.unshift({ ...current, versions });
    },
  ],
  [
    "a token that is not the Worker's",
    "✗ figures: OPERATOR_TOKEN is not the Worker's secret",
    (harness) => {
      harness.siteStatus = 401;
    },
  ],
  [
    "a closed site, whose crons rest",
    "✗ pages: the site is closed: `npm run maintenance -- off` opens it",
    (harness, worker) => {
      harness.isClosed = true;
      worker.crons = [];
    },
  ],
  [
    "what the dashboard switched on",
    "✗ logged URLs and second addresses: \n    invocation logs are on: deploy\n    traces are on: deploy\n    workers.dev is a second address: deploy",
    (_, worker) => {
      worker.settings = { observability: { logs: {}, traces: { enabled: true } } };
      worker.subdomain = { enabled: true, previews_enabled: true };
    },
  ],
  [
    "a restored database that Hyperdrive does not connect to yet",
    `? Hyperdrive: ${WORKER} connects to db.old.supabase.co, not to 127.0.0.1: it is another project's, or after a restore to be moved (docs/runbook.md, Restore)`,
    ({ cloudflare: { account } }) =>
      Object.assign(account.hyperdrives[0]?.origin ?? {}, { host: "db.old.supabase.co" }),
  ],
  [
    "Bot Fight Mode",
    "✗ Bot Fight Mode: it challenges webhooks and deploys: Cloudflare, Security, Settings, off",
    ({ cloudflare: { account } }) => Object.assign(account.bots, { fight_mode: true }),
  ],
  [
    "automatic Web Analytics of the site's zone",
    "✗ Web Analytics: automatic set-up puts a script into each page: Cloudflare, Web Analytics, Manage site, disable",
    ({ cloudflare: { account } }) => {
      const ruleset = { zone_tag: "acme.example", enabled: true };
      account.analytics.push(
        { auto_install: true, ruleset: { ...ruleset, zone_tag: "another.example" } },
        { auto_install: true, ruleset },
      );
    },
  ],
  [
    "another sender",
    `✗ Supabase Auth, SMTP: smtp_admin_email is "a@b.c", not "${studio.email}"`,
    ({ supabase }) => Object.assign(supabase.auth, { smtp_admin_email: "a@b.c" }),
  ],
])("the doctor finds %s", async (_, line, change) => {
  const harness = await openLive();
  await change(harness, harness.cloudflare.account.worker(WORKER));
  expect(await harness.examine()).toEqual([line]);
});

test("a site that fails everywhere, with an expired Stripe key: each part has its line", async () => {
  const harness = await openLive();
  harness.siteStatus = 500;
  const lines = await harness.examine({ STRIPE_SECRET_KEY: "sk_live_expired" });
  const pages = lines.find((line) => line.startsWith("✗ pages: "));
  expect(pages).toContain("the Worker runs the expected build (/healthz responds 500");
  expect(pages).toContain("the home page renders (/ responds 500, not 200)");
  expect(lines).toContain("✗ figures: /readyz responds 500");
  expect(lines).toContain("? Stripe deliveries: STRIPE_SECRET_KEY must be a test key for staging");
  expect(lines.filter((line) => line.includes("live version"))).toEqual([]);
});

test("the doctor finds a second webhook endpoint, and asks for OPERATOR_TOKEN; one that Stripe disabled is enabled again", async () => {
  await using harness = await startSetupHarness();
  await harness.setUpAndDeploy();
  const { stripe } = harness.stripe;
  const [{ id = "" } = {}] = (await stripe.webhookEndpoints.list()).data;
  const params = { ...ENDPOINT, enabled_events: [...ENDPOINT_EVENTS] };
  const second = await stripe.webhookEndpoints.create(params);
  expect(await harness.examine()).toEqual([
    expect.stringMatching(
      /^✗ Stripe webhook endpoint: we_\w+ has the same address as we_\w+: disable one$/,
    ),
  ]);
  await stripe.webhookEndpoints.del(second.id);
  await stripe.webhookEndpoints.update(id, { disabled: true });
  expect(await harness.examine({ OPERATOR_TOKEN: "" })).toEqual([
    `✗ Stripe webhook endpoint: ${id} is disabled`,
    "✗ figures: set OPERATOR_TOKEN to the Worker's secret",
  ]);
  expect((await harness.setUp()).error).toBeUndefined();
  expect((await stripe.webhookEndpoints.list()).data).toMatchObject([{ id, status: "enabled" }]);
});

test("a changed price becomes a new one under the same product, and wrangler.toml follows", async () => {
  await using harness = await startSetupHarness();
  await harness.setUpAndDeploy();
  const { stripe } = harness.stripe;
  const [old] = (await stripe.prices.list({ lookup_keys: [PRO_KEY] })).data;
  await stripe.prices.create({
    product: "plan_pro",
    currency: "usd",
    unit_amount: 100,
    recurring: { interval: PRO_INTERVAL },
    lookup_key: PRO_KEY,
    transfer_lookup_key: true,
  });
  expect(await harness.examine()).toEqual([
    expect.stringContaining(`✗ Stripe prices: the price ${PRO_KEY} is not $`),
  ]);
  expect((await harness.setUp()).error).toContain(
    "What is live still differs. If a deploy is due: git add",
  );
  expect(await harness.examine()).toEqual([
    "✗ live version: STRIPE_PRICE_PRO differ from wrangler.toml: deploy",
  ]);
  const [current] = (await stripe.prices.list({ lookup_keys: [PRO_KEY] })).data;
  expect(current).toMatchObject({ unit_amount: old?.unit_amount, product: "plan_pro" });
  expect(readFileSync(path.join(harness.folder, "wrangler.toml"), "utf8")).toContain(
    `STRIPE_PRICE_PRO = "${current?.id}"`,
  );
});

test("resources of another project with our names, a placeholder, and a missing permission stop the setup before any change", async () => {
  await using harness = await startSetupHarness();
  const { cloudflare, folder, stripe } = harness;
  const { stripe: api } = stripe;
  await api.products.create({ id: "p", name: "P", metadata: { project: "other" } });
  await api.prices.create({
    product: "p",
    currency: "usd",
    recurring: { interval: PRO_INTERVAL },
    unit_amount: 1,
    lookup_key: PRO_KEY,
  });
  const origin = { host: "db.other.supabase.co", user: "app_worker" };
  const hyperdrive = { id: "a".repeat(32), name: WORKER, origin, caching: {} };
  cloudflare.account.hyperdrives.push(hyperdrive);
  const file = path.join(folder, "wrangler.toml");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replaceAll("staging.example.com", "staging.replace-me.example"));
  const { error } = await harness.setUp();
  expect(error).toContain("Nothing was changed. First:");
  expect(error).toContain(
    "connects to db.other.supabase.co, not to 127.0.0.1: it is another project's",
  );
  expect(error).toContain(`the price ${PRO_KEY} belongs to the project other`);
  expect(error).toContain("SITE_URL in wrangler.toml is not set");
  cloudflare.injectFault({ at: /hyperdrive/, when: "403" });
  expect((await harness.setUp()).error).toContain(
    "? Hyperdrive: Cloudflare responded 403: the token has expired, or needs the permission Account: Hyperdrive: Read",
  );
  expect(harness.writes).toEqual([]);
});

test("a missing key, or one of another environment, stops the setup before any change", async () => {
  await using harness = await startSetupHarness();
  const foreign = "postgres://postgres:hunter2@db.other.supabase.co:5432/postgres";
  const cases: readonly (readonly [Target["env"], string])[] = [
    [{ STRIPE_SECRET_KEY: "sk_live_x" }, "must be a test key for staging"],
    [{ STRIPE_SECRET_KEY: "" }, "set STRIPE_SECRET_KEY"],
    [{ DATABASE_URL: foreign }, "not belong to this environment's Supabase project stagingproject"],
    [{ DATABASE_URL: "" }, "? database: DATABASE_URL is not set"],
    [{ DATABASE_CA_FILE: "/nowhere" }, "the certificate of its authority"],
    [{ SUPABASE_ACCESS_TOKEN: "" }, "set SUPABASE_ACCESS_TOKEN"],
    [{ SUPABASE_ACCESS_TOKEN: "x" }, "is invalid, expired, or"],
    [{ CLOUDFLARE_ACCOUNT_ID: "" }, "CLOUDFLARE_ACCOUNT_ID is not set"],
  ];
  for (const [env, message] of cases) {
    const { error } = await harness.setUp(env);
    expect(error).toContain("Nothing was changed. First:");
    expect(error).toContain(message);
    expect(error).not.toContain("hunter2");
  }
  expect(harness.writes).toEqual([]);
});

test("Hyperdrive's configuration is found behind a page of others", async () => {
  await using harness = await startSetupHarness();
  const { hyperdrives } = harness.cloudflare.account;
  const origin = { host: "db.other.supabase.co", user: "app" };
  for (let count = 0; count < 25; count += 1) {
    hyperdrives.push({ id: crypto.randomUUID(), name: `other-${count}`, origin, caching: {} });
  }
  await harness.setUpAndDeploy();
  expect(await harness.examine()).toEqual([]);
  expect(hyperdrives).toHaveLength(26);
});

test("when APIs answer 500, the doctor cannot tell, and says nothing is missing", async () => {
  const harness = await openLive();
  harness.supabase.status = 500;
  harness.cloudflare.injectFault({ at: /./, when: "503" });
  const lines = await harness.examine({ STRIPE_API_URL: "http://127.0.0.1:9" });
  expect(lines.filter((line) => !line.startsWith("? "))).toEqual([]);
  expect(lines).toHaveLength(21);
  harness.supabase.status = undefined;
  harness.cloudflare.injectFault(undefined);
});

test("an endpoint whose secret the Worker lacks is left to a person: its deliveries may be in use", async () => {
  await using harness = await startSetupHarness();
  await harness.stripe.stripe.webhookEndpoints.create(ENDPOINT);
  const { lines } = await harness.setUp();
  expect(lines.filter(requiresAction)).toEqual([
    expect.stringContaining("the Worker does not have its secret"),
  ]);
  expect((await harness.stripe.stripe.webhookEndpoints.list()).data).toHaveLength(1);
});
