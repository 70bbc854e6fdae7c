/**
 * What a run of the billing backstop costs among 1,000, 100,000 and 1,000,000 customers with the same changes, a
 * tenth of whom always fail at Stripe. Writes docs/performance.md, and fails where the cost grows with the
 * customers or somebody who fails delays the others. Runs the product's own code against Postgres and the local
 * Stripe; sizes can be named as arguments.
 */
import { rmSync } from "node:fs";
import { type StripeControl, startStripe } from "local-stripe";
import postgres from "postgres";
import { createServer } from "vite";
import { LOCAL_OFFER } from "../../local/catalog.ts";
import { startCloud } from "../../local/cloud.ts";
import { createChildProcesses } from "../../local/processes/child-processes.ts";
import { LOCAL_KEYS, LOCAL_PRICES, portsAt } from "../../tools/settings.ts";
import { localVariables } from "../../tools/site-variables.ts";
import { findFreeOffset } from "../support/free-offset.ts";
import { makeLocalDir } from "../support/local-dir.ts";
import { toTable, writeSection } from "../support/performance-document.ts";

const SIZES =
  process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1_000, 100_000, 1_000_000];
/** Subscriptions bought between two runs, of which no webhook came. */
const CHANGES = 60;
/** Every tenth of them, and of the customers that are swept, fails at every call. */
const POISONED = "7";

/** The Worker's own modules, resolved as its build resolves them. */
async function loadProduct() {
  const server = await createServer({
    configFile: false,
    appType: "custom",
    logLevel: "error",
    resolve: { tsconfigPaths: true },
    server: { middlewareMode: true, hmr: false, watch: null },
  });
  const resync = await server.ssrLoadModule("/app/billing/resync.server.ts");
  const context = await server.ssrLoadModule("/app/platform/context.server.ts");
  const config = await server.ssrLoadModule("/app/platform/config.server.ts");
  const resyncSubscriptions: typeof import("../../app/billing/resync.server.ts")["resyncSubscriptions"] =
    resync.resyncSubscriptions;
  const createPlatform: typeof import("../../app/platform/context.server.ts")["createPlatform"] =
    context.createPlatform;
  const parseConfig: typeof import("../../app/platform/config.server.ts")["parseConfig"] =
    config.parseConfig;
  return { resyncSubscriptions, createPlatform, parseConfig, close: () => server.close() };
}

/** Fills the tables up to `size` customers; Stripe has never heard of them, which costs a sweep as much. */
async function fillUp(sql: postgres.Sql, from: number, size: number): Promise<void> {
  await sql`
    insert into auth.users (id, email)
    select gen_random_uuid(), 'bulk-' || n || '@example.com' from generate_series(${from + 1}::int, ${size}::int) n`;
  await sql`
    insert into public.customers (user_id, stripe_customer_id, stripe_price_id, stripe_subscription_status)
    select id, 'cus_bulk_' || right(split_part(email, '@', 1), 1) || '_' || id,
      ${LOCAL_PRICES.pro}, 'active'
    from public.users
    where email like 'bulk-%' and not exists (select from public.customers where user_id = users.id)`;
  await sql`analyze`;
}

/** People who buy a plan; whether each of them is poisoned. */
async function makeChanges(sql: postgres.Sql, control: StripeControl, size: number) {
  const people = await sql<{ id: string; email: string }[]>`
    insert into auth.users (email)
    select 'buyer-' || ${size}::int || '-' || n || '@example.com' from generate_series(1, ${CHANGES}) n
    returning id, email`;
  return people.map(({ id, email }) => {
    const order = {
      email,
      name: "Ann Example",
      priceId: LOCAL_PRICES.pro,
      metadata: { userId: id },
    };
    const { customer } = control.seedSubscription(order);
    const customerId = typeof customer === "string" ? customer : customer.id;
    const isPoisoned = email.endsWith(`${POISONED}@example.com`);
    if (isPoisoned)
      control.addFault({ path: `/v1/customers/${customerId}`, outcome: 500, times: 1e6 });
    return { id, isPoisoned };
  });
}

// Hundreds of failures are ordered here, and the product logs each.
console.error = () => {};
console.log = () => {};

const localDir = makeLocalDir("backstop");
const ports = portsAt(await findFreeOffset());
const siteUrl = `http://localhost:${ports.start}`;
const processes = await createChildProcesses(localDir);
const local = localVariables(ports, siteUrl);
const cloud = await startCloud({ ports, localDir, siteUrl, variables: local, processes });
const stripe = await startStripe({
  port: 0,
  secretKey: LOCAL_KEYS.stripeSecret,
  webhookEndpoints: [],
  prices: LOCAL_OFFER,
});
const sql = postgres(cloud.superuserUrl, { max: 1, onnotice: () => {} });
const product = await loadProduct();
const limiter = { limit: async () => ({ success: true }) };

async function run() {
  const platform = product.createPlatform({
    config: product.parseConfig({ ...local, STRIPE_API_URL: stripe.url }),
    env: {
      HYPERDRIVE: { connectionString: local.DATABASE_URL ?? "" },
      ADDRESS_RATE_LIMIT: limiter,
      SUBJECT_RATE_LIMIT: limiter,
    },
    ctx: { waitUntil: () => {} },
    requestId: crypto.randomUUID(),
  });
  const callsBefore = stripe.control.status().apiCalls;
  const startedAt = performance.now();
  const report = await product.resyncSubscriptions(platform);
  const seconds = (performance.now() - startedAt) / 1000;
  await platform.close();
  return { ...report, seconds, calls: stripe.control.status().apiCalls - callsBefore };
}

const rows: (readonly unknown[])[] = [];
const costs: number[] = [];
let delayed = 0;
try {
  stripe.control.addFault({
    path: `/v1/customers/cus_bulk_${POISONED}*`,
    outcome: 500,
    times: 1e6,
  });
  await run();
  let filled = 0;
  for (const size of SIZES) {
    await fillUp(sql, filled, size);
    filled = size;
    const people = await makeChanges(sql, stripe.control, size);
    const { calls, seconds, failed } = await run();
    const right = await sql<{ id: string }[]>`
      select user_id as id from public.customers where stripe_subscription_id is not null`;
    const isRight = new Set(right.map(({ id }) => id));
    const healthy = people.filter(({ isPoisoned }) => !isPoisoned);
    const done = healthy.filter(({ id }) => isRight.has(id)).length;
    delayed += healthy.length - done;
    costs.push(calls);
    rows.push([
      size.toLocaleString("en-US"),
      calls,
      `${done} of ${healthy.length}`,
      failed,
      `${seconds.toFixed(1)} s`,
    ]);
  }
} finally {
  await product.close();
  await sql.end();
  await stripe.close();
  await cloud.close();
  rmSync(localDir, { recursive: true, force: true });
}
const head = [
  "customers",
  "calls to Stripe",
  "changes applied, of those that can be",
  "failed",
  "time",
];
const table = toTable(head, rows);
process.stdout.write(`${table}\n`);
const spread = Math.max(...costs) / Math.min(...costs);
writeSection(
  "Billing backstop",
  `\`node tests/bench/billing-backstop.ts\`: one run of the backstop after ${CHANGES} purchases of which no webhook came, a tenth of them by customers for whom Stripe always fails, as it does for a tenth of the rows that are swept.\n\n${table}\n\nA run reads the events since the last look and sweeps 100 rows behind that, so its cost does not know how many customers there are.`,
);
process.exit(spread <= 1.1 && delayed === 0 ? 0 : 1);
