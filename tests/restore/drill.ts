/**
 * `node tests/restore/drill.ts`: rehearses the restore of docs/runbook.md. Backs up the running product's
 * Postgres, makes more changes, restores the backup, and checks that the product works and reconciliation
 * catches up with Stripe. Prints what is lost and how long it takes. Needs a build.
 */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { createStripeClient, submitForm, TEST_CARD } from "local-stripe/testing";
import postgres from "postgres";
import * as v from "valibot";
import { runCron } from "../../local/commands/crons.ts";
import { LOCAL_KEYS, LOCAL_PRICES } from "../../tools/shared/settings.ts";
import { createOwner, type Owner } from "../bench/accounts.ts";
import { createClient } from "../bench/client.ts";
import { addItems } from "../bench/items.ts";
import { startProduct } from "../support/product.ts";
import { backUp } from "./physical-backup.ts";

const WEBHOOK_DEADLINE_MS = 15_000;
const MAX_RUNS = 3;
const EVERY_MINUTE = "* * * * *";
const EVERY_QUARTER = "*/15 * * * *";

const product = await startProduct();
const client = createClient(product.siteUrl);
const stripe = createStripeClient(
  `http://127.0.0.1:${product.ports.stripe}`,
  LOCAL_KEYS.stripeSecret,
);

async function query<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(product.cloud.superuserUrl, { max: 1, onnotice: () => {} });
  return work(sql).finally(() => sql.end());
}

/** The stored subscription's status and id. */
function readPlan({ id }: Owner): Promise<{ status: string | null; subscription: string | null }> {
  return query(async (sql) => {
    const [row] = await sql<{ status: string | null; subscription: string | null }[]>`
      select stripe_subscription_status as status, stripe_subscription_id as subscription
      from customers where user_id = ${id}`;
    return row ?? { status: null, subscription: null };
  });
}

const sessionSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ data: v.object({ url: v.string() }) }),
);

async function pay(owner: Owner): Promise<void> {
  const { siteUrl } = product;
  const { text } = await client.send("checkout", {
    path: "/api/stripe-create-checkout-session",
    cookie: owner.cookie,
    json: {
      priceId: LOCAL_PRICES.pro,
      successUrl: `${siteUrl}/dashboard`,
      cancelUrl: `${siteUrl}/pricing`,
    },
  });
  await submitForm(v.parse(sessionSchema, text).data.url, TEST_CARD);
  await waitUntil(
    "a plan that was paid for",
    async () => (await readPlan(owner)).status === "trialing",
  );
}

async function waitUntil(what: string, condition: () => Promise<boolean>): Promise<void> {
  const endsAt = Date.now() + WEBHOOK_DEADLINE_MS;
  while (!(await condition())) {
    if (Date.now() > endsAt) throw new Error(`Timed out waiting for ${what}`);
    await sleep(100);
  }
}

async function sendMessage(message: string): Promise<void> {
  const form = {
    ...{ id: crypto.randomUUID(), startedAt: String(Date.now() - 60_000), extra: "" },
    ...{ name: "Ann", email: "ann@example.com", message },
  };
  const { status } = await client.send("message", { path: "/contact", form });
  assert.equal(status, 303);
}

async function readForwardedMessages(): Promise<string[]> {
  const url = `http://127.0.0.1:${product.ports.sheet}/_local/rows`;
  const body: unknown = await (await fetch(url)).json();
  const schema = v.object({ rows: v.array(v.object({ values: v.array(v.string()) })) });
  return v.parse(schema, body).rows.map(({ values: [, , message = ""] }) => message);
}

const seconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(1);

// Before the backup: one account pays, one does not, a message is pending.
const cancels = await createOwner(product);
const buys = await createOwner(product);
for (const { id } of [cancels, buys]) await addItems(product, id, 3);
await pay(cancels);
await runCron(product.siteUrl, EVERY_QUARTER);
await sendMessage("Before the backup");
const backup = await backUp(product.cloud.superuserUrl);

// After the backup: one cancels at Stripe, the other pays, a third signs up and pays, messages are forwarded.
const { subscription } = await readPlan(cancels);
await stripe.subscriptions.cancel(subscription ?? "");
await waitUntil("a cancellation", async () => (await readPlan(cancels)).status === "canceled");
await pay(buys);
const late = await createOwner(product);
await pay(late);
await sendMessage("After the backup");
await runCron(product.siteUrl, EVERY_MINUTE);
assert.equal((await readForwardedMessages()).length, 2);

// Data loss and restore.
const lostAt = performance.now();
await product.killSite();
await product.restartCloud(() => backup.restore());
await product.startSite();
const ready = await client.send("readyz", { path: "/readyz" });
assert.equal(ready.status, 200);
const restoredS = seconds(lostAt);

// The site works with the data of the backup.
assert.equal((await readPlan(cancels)).status, "trialing");
assert.equal((await readPlan(buys)).status, null);
const rows = await query((sql) => sql`select from public.users where id = ${late.id}`);
assert.equal(rows.length, 0, "accounts created after the backup are lost");
for (const { cookie } of [cancels, buys]) {
  const { status, text } = await client.send("dashboard", { path: "/dashboard", cookie });
  assert.equal(status, 200);
  assert.match(text, /Item 1/);
}
const gone = await client.send("dashboard", { path: "/dashboard", cookie: late.cookie });
assert.ok(gone.status < 500, `a lost account gets ${gone.status}`);

// Reconciliation restores what Stripe has.
const caughtUpFrom = performance.now();
let runs = 0;
const isRecovered = async () =>
  (await readPlan(cancels)).status === "canceled" && (await readPlan(buys)).status === "trialing";
while (!(await isRecovered()) && runs < MAX_RUNS) {
  runs += 1;
  await runCron(product.siteUrl, EVERY_QUARTER);
}
assert.ok(await isRecovered(), "reconciliation has caught up with Stripe");
const caughtUpS = seconds(caughtUpFrom);

// The pending message is pending again and must not be forwarded twice.
await runCron(product.siteUrl, EVERY_MINUTE);
const arrived = await readForwardedMessages();
assert.deepEqual(arrived.toSorted(), ["After the backup", "Before the backup"]);

console.log(`from the loss to a working site: ${restoredS} s
until reconciliation caught up: ${runs} run, ${caughtUpS} s
lost: accounts created after the backup, with their data
not lost: plans bought and canceled since, forwarded messages`);
backup.remove();
await product.close();
console.log("✓ The restore works as described in docs/runbook.md");
process.exit(0);
