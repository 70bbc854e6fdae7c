/**
 * `node ops/resync-customers.ts`: queues every customer for a sync from Stripe (docs/billing.md). The cron syncs 600 an
 * hour; customers already queued keep their retry time. Uses DATABASE_URL or the running local database.
 */
import { runCommand } from "../tools/cli.ts";
import { withOperatorDatabase } from "./lib/database.ts";

await runCommand(() =>
  withOperatorDatabase(async (sql) => {
    const { count } = await sql`
      insert into public.stripe_retries (stripe_customer_id, attempts, next_attempt_at)
      select stripe_customer_id, 0, now() from public.customers where stripe_customer_id is not null
      on conflict do nothing`;
    console.log(`${count} customers queued`);
  }),
);
