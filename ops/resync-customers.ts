/**
 * npm run resync-customers -- --env local|staging|production
 *
 * Queues every customer for a sync from Stripe (docs/billing.md). The cron syncs 600 an hour; customers
 * already queued keep their retry time. Needs DATABASE_URL, except for local.
 */
import { parseArgs } from "node:util";
import { runCommand } from "../tools/cli.ts";
import { withOperatorDatabase } from "./lib/database.ts";
import { readTargetOrLocal } from "./lib/target.ts";

/** Runs the command with `args`. Throws one line on failure. */
export async function resyncCustomers(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { env: { type: "string" } } });
  await withOperatorDatabase(readTargetOrLocal(values.env), async (sql) => {
    const { count } = await sql`
      insert into public.stripe_sync_queue (stripe_customer_id, attempts, next_attempt_at)
      select stripe_customer_id, 0, now() from public.customers where stripe_customer_id is not null
      on conflict do nothing`;
    console.log(`✓ ${count} customers queued`);
  });
}

if (import.meta.main) await runCommand(() => resyncCustomers(process.argv.slice(2)));
