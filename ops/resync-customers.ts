/**
 * `node ops/resync-customers.ts`: has every customer read from Stripe again (docs/billing.md). It only queues them; the cron
 * reads 600 an hour, and whoever is in the queue already keeps their place. Works on DATABASE_URL, or on the running
 * local database.
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
