/** Copies the local Stripe's data to Postgres (DATABASE_URL) with the package of supabase/stripe-sync-engine. */
import { createRequire } from "node:module";
import path from "node:path";
import postgres from "postgres";
import { check } from "./checkout.ts";

const connectionString = process.env.DATABASE_URL ?? "";
const engine = createRequire(path.resolve("package.json"))("@supabase/stripe-sync-engine");
await engine.runMigrations({ databaseUrl: connectionString, schema: "stripe" });
const sync = new engine.StripeSync({
  poolConfig: { connectionString },
  stripeSecretKey: "sk_test_local",
  stripeWebhookSecret: "whsec_local",
  autoExpandLists: true,
  backfillRelatedEntities: false,
});
const OBJECTS = [
  "product",
  "price",
  "customer",
  "subscription",
  "invoice",
  "payment_method",
  "checkout_sessions",
];
for (const object of OBJECTS) {
  await sync.syncBackfill({ object, created: { gte: 1 } });
}
const sql = postgres(connectionString, { max: 1 });
const tables = [
  "products",
  "prices",
  "customers",
  "subscriptions",
  "subscription_items",
  "invoices",
  "payment_methods",
  "checkout_sessions",
  "checkout_session_line_items",
];
for (const table of tables) {
  const [row] = await sql`select count(*)::int as count from stripe.${sql(table)}`;
  check(row?.count > 0, `copies ${table}: ${row?.count}`);
}
await sql.end();
process.exit(0);
