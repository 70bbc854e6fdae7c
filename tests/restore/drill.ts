/**
 * `node tests/restore/drill.ts`: the restore of docs/operations.md, done for real. The built product runs, its Postgres is
 * backed up, life goes on, the database is lost, the backup is put in its place: the product has to run, whoever
 * was there has to get in, and the backstop has to catch up with what Stripe knows. Prints what is lost and how
 * long it takes. Needs a build.
 */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { createStripeClient } from "local-stripe/testing";
import postgres from "postgres";
import * as v from "valibot";
import { runCron } from "../../local/commands/crons.ts";
import { LOCAL_KEYS } from "../../tools/settings.ts";
import { createOwner, type Owner } from "../bench/accounts.ts";
import { createClient } from "../soak/client.ts";
import { buy } from "../soak/traffic.ts";
import { startProduct } from "../support/product.ts";
import { backUp } from "./physical-backup.ts";

const WEBHOOK_DEADLINE_MS = 15_000;
const MOST_RUNS = 3;
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

/** The subscription's state and id, as the site has them. */
function planOf({ id }: Owner): Promise<{ status: string | null; subscription: string | null }> {
  return query(async (sql) => {
    const [row] = await sql<{ status: string | null; subscription: string | null }[]>`
      select stripe_subscription_status as status, stripe_subscription_id as subscription
      from customers where user_id = ${id}`;
    return row ?? { status: null, subscription: null };
  });
}

async function pay(owner: Owner): Promise<void> {
  const ledger = { messages: new Set<string>(), payers: new Set<string>() };
  await buy({ client, siteUrl: product.siteUrl, owners: [owner], ledger });
  await until("a plan that was paid for", async () => (await planOf(owner)).status === "trialing");
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const endsAt = Date.now() + WEBHOOK_DEADLINE_MS;
  while (!(await isSo())) {
    if (Date.now() > endsAt) throw new Error(`There was never ${what}`);
    await sleep(100);
  }
}

async function write(message: string): Promise<void> {
  const form = {
    ...{ id: crypto.randomUUID(), startedAt: String(Date.now() - 60_000), website: "" },
    ...{ name: "Ann", email: "ann@example.com", message },
  };
  const { headers } = await client.ask("message", { path: "/contact", form });
  assert.equal(headers.location, "/contact?sent");
}

async function messagesThatArrived(): Promise<string[]> {
  const url = `http://127.0.0.1:${product.ports.sheet}/v1/sheets/contact/rows`;
  const headers = { Authorization: `Bearer ${product.variables.SHEET_API_TOKEN}` };
  const answer: unknown = await (await fetch(url, { headers })).json();
  const schema = v.object({ rows: v.array(v.object({ values: v.array(v.string()) })) });
  return v.parse(schema, answer).rows.map(({ values: [, , message = ""] }) => message);
}

const seconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(1);

// Before the backup: somebody pays, somebody does not, a message waits for the next run.
const cancels = await createOwner(product, 3);
const buys = await createOwner(product, 3);
await pay(cancels);
await runCron(product.siteUrl, EVERY_QUARTER);
await write("Before the backup");
const backup = await backUp(product.cloud.superuserUrl);

// After it: one cancels at Stripe, the other pays, a third signs up and pays, messages arrive.
const { subscription } = await planOf(cancels);
await stripe.subscriptions.cancel(subscription ?? "");
await until("a cancellation", async () => (await planOf(cancels)).status === "canceled");
await pay(buys);
const late = await createOwner(product, 1);
await pay(late);
await write("After the backup");
await runCron(product.siteUrl, EVERY_MINUTE);
assert.equal((await messagesThatArrived()).length, 2);

// The loss, and the restore.
const lostAt = performance.now();
await product.killSite();
await product.restartCloud(() => backup.restore());
await product.startSite();
const ready = await client.ask("readyz", { path: "/readyz" });
assert.equal(ready.status, 200);
const restoredS = seconds(lostAt);

// Right after it the site has yesterday's truth, and works.
assert.equal((await planOf(cancels)).status, "trialing");
assert.equal((await planOf(buys)).status, null);
const rows = await query((sql) => sql`select from public.users where id = ${late.id}`);
assert.equal(rows.length, 0, "whoever signed up after the backup is gone");
for (const { cookie } of [cancels, buys]) {
  const { status, text } = await client.ask("dashboard", { path: "/dashboard", cookie });
  assert.equal(status, 200);
  assert.match(text, /Item 1/);
}
const gone = await client.ask("dashboard", { path: "/dashboard", cookie: late.cookie });
assert.ok(gone.status < 500, `whoever is gone is not met with ${gone.status}`);

// Stripe has forgotten nothing.
const caughtUpFrom = performance.now();
let runs = 0;
const isRight = async () =>
  (await planOf(cancels)).status === "canceled" && (await planOf(buys)).status === "trialing";
while (!(await isRight()) && runs < MOST_RUNS) {
  runs += 1;
  await runCron(product.siteUrl, EVERY_QUARTER);
}
assert.ok(await isRight(), "the backstop has caught up with Stripe");
const caughtUpS = seconds(caughtUpFrom);

// The message that had waited waits again: it must not arrive twice.
await runCron(product.siteUrl, EVERY_MINUTE);
const arrived = await messagesThatArrived();
assert.deepEqual(arrived.toSorted(), ["After the backup", "Before the backup"]);
assert.deepEqual(client.unstated, []);

console.log(`from the loss to a site that answers: ${restoredS} s
until the backstop had caught up: ${runs} run, ${caughtUpS} s
lost: whoever signed up after the backup, with what they had
not lost: plans bought and cancelled since, messages that had arrived`);
backup.remove();
await product.close();
console.log("✓ The restore went as docs/operations.md says");
process.exit(0);
