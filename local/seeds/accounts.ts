/** Seeds the local accounts and, at the local Stripe, their subscriptions. Idempotent. */
import type { StripeControl } from "local-stripe";
import postgres from "postgres";
import * as v from "valibot";
import { findPlan, formatListPrice } from "../../app/content/plans.ts";
import {
  LOCAL_ACCOUNTS,
  LOCAL_KEYS,
  LOCAL_PASSWORD,
  LOCAL_PRICES,
} from "../../tools/shared/settings.ts";
import { seedItems } from "./items.ts";

interface SeedOptions {
  readonly supabaseUrl: string;
  readonly databaseUrl: string;
  readonly stripe: StripeControl;
}

/** Creates the accounts that do not exist. */
export async function seedAccounts(options: SeedOptions): Promise<void> {
  const sql = postgres(options.databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const known = await sql<{ email: string }[]>`select email from public.users`;
    const emails = new Set(known.map(({ email }) => email));
    for (const account of LOCAL_ACCOUNTS) {
      if (!emails.has(account.email)) await seedAccount(sql, account, options);
    }
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function seedAccount(
  sql: postgres.Sql,
  account: (typeof LOCAL_ACCOUNTS)[number],
  { supabaseUrl, stripe }: SeedOptions,
): Promise<void> {
  const userId = await createUser(supabaseUrl, account);
  await seedItems(sql, userId, account.plan);
  const plan = findPlan(account.plan);
  if (!plan) return;
  const subscription = await stripe.seedSubscription({
    email: account.email,
    name: account.name,
    priceId: LOCAL_PRICES[plan.id],
    metadata: { userId },
  });
  const customerId =
    typeof subscription.customer === "string" ? subscription.customer : subscription.customer.id;
  await sql`
    insert into public.customers
      (user_id, stripe_customer_id, stripe_subscription_id, stripe_price_id, price_text,
       stripe_subscription_status, subscription_started_at)
    values
      (${userId}, ${customerId}, ${subscription.id}, ${LOCAL_PRICES[plan.id]},
       ${formatListPrice(plan.price)}, ${subscription.status}, now())`;
  // No one bought these.
  await sql`delete from public.outgoing_emails where ${account.email} in (recipient, payload ->> 'account')`;
}

async function createUser(
  supabaseUrl: string,
  account: { email: string; name: string },
): Promise<string> {
  const response = await fetch(`${supabaseUrl}/auth/v1/admin/users`, {
    method: "POST",
    headers: { apikey: LOCAL_KEYS.supabaseSecret, "Content-Type": "application/json" },
    body: JSON.stringify({
      email: account.email,
      password: LOCAL_PASSWORD,
      email_confirm: true,
      user_metadata: { name: account.name },
    }),
  });
  if (!response.ok) throw new Error(`Seeding ${account.email} failed: ${await response.text()}`);
  return v.parse(v.object({ id: v.string() }), await response.json()).id;
}

/** Enables login for the Worker's role; `npm run setup:cloud` does this for a hosted database. */
export async function grantWorkerLogin(superuserUrl: string): Promise<void> {
  const sql = postgres(superuserUrl, { max: 1, onnotice: () => {} });
  try {
    await sql`alter role app_worker login password 'local'`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
