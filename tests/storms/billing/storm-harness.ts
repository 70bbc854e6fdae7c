/** The storm's environment: the built product, a local Stripe, a database proxy, and customers. */

import { type StripeControl, startStripe } from "local-stripe";
import { createStripeClient } from "local-stripe/testing";
import postgres from "postgres";
import type Stripe from "stripe";
import { WEBHOOK_EVENTS } from "../../../app/billing/stripe/stripe-objects.ts";
import { LOCAL_STRIPE_PRICES } from "../../../local/seeds/stand-ins.ts";
import { LOCAL_KEYS, LOCAL_PRICES } from "../../../tools/settings.ts";
import { type FaultProxy, startFaultProxy } from "../../support/database/fault-proxy.ts";
import { type Product, startProduct } from "../../support/product.ts";
import { installAudit } from "./audit.ts";
import { type Changer, createChanger, type StormCustomer } from "./changes.ts";
import { collectEvents } from "./sent-events.ts";
import { createRandom, type Random } from "./storm-random.ts";

/**
 * Initial retry backoff; ten attempts span four minutes, so that a slow restart of the Worker does not
 * exhaust the retries.
 */
const RETRY_BACKOFF_MS = 500;
const MAX_ATTEMPTS = 10;

export interface StormHarness {
  readonly random: Random;
  /** Postgres as its superuser. */
  readonly sql: postgres.Sql;
  readonly stripe: Stripe;
  readonly control: StripeControl;
  readonly proxy: FaultProxy;
  readonly product: Product;
  readonly changer: Changer;
  readonly customers: readonly StormCustomer[];
  /** Relevant events so far. */
  readonly sent: Set<string>;
  close(): Promise<void>;
}

interface StormOptions {
  readonly seed: number;
  readonly customers: number;
}

/** Starts everything. The customers' subscriptions exist at Stripe, but no webhook has been delivered yet. */
export async function startStorm(options: StormOptions): Promise<StormHarness> {
  // A separate local Stripe, with a seed and direct access to its controls.
  const service = await startStripe({
    port: 0,
    seed: options.seed,
    secretKey: LOCAL_KEYS.stripeSecret,
    retryBackoffMs: RETRY_BACKOFF_MS,
    maxAttempts: MAX_ATTEMPTS,
    webhookEndpoints: [],
    prices: LOCAL_STRIPE_PRICES,
  });
  const proxy = await startFaultProxy();
  const product = await startProduct((variables) => ({
    ...variables,
    DATABASE_URL: proxy.proxyUrl(variables.DATABASE_URL ?? ""),
    STRIPE_API_URL: service.url,
  }));
  const sql = postgres(product.cloud.superuserUrl, { max: 2, onnotice: () => {} });
  await installAudit(sql);
  const { control } = service;
  control.addWebhookEndpoint({
    url: `http://127.0.0.1:${product.ports.start}/api/stripe-webhook`,
    secrets: [LOCAL_KEYS.stripeWebhook],
    // Includes one event type that the product ignores.
    enabledEvents: [...WEBHOOK_EVENTS, "invoice.paid"],
  });
  control.setDelivery({ hold: true });
  const random = createRandom(options.seed);
  const stripe = createStripeClient(service.url, LOCAL_KEYS.stripeSecret);
  const sent = new Set<string>();
  return {
    random,
    sql,
    stripe,
    control,
    proxy,
    product,
    changer: createChanger(stripe, random),
    customers: await createCustomers(sql, options.customers, (order) => {
      const priceId = random.pick(Object.values(LOCAL_PRICES));
      const trial = random.next() < 0.33 ? { trialDays: 14 } : {};
      const seeded = control.seedSubscription({ ...order, priceId, ...trial });
      collectEvents({ control }, sent);
      return seeded;
    }),
    sent,
    async close() {
      await sql.end({ timeout: 5 });
      await product.close();
      await proxy.close();
      await service.close();
    },
  };
}

type Seed = Omit<Parameters<StripeControl["seedSubscription"]>[0], "priceId" | "trialDays">;

/** Creates users with a subscription at Stripe, a third of them on trial. */
async function createCustomers(
  sql: postgres.Sql,
  count: number,
  subscribe: (seed: Seed) => Stripe.Subscription,
): Promise<StormCustomer[]> {
  const users = await sql<{ id: string; email: string }[]>`
    insert into auth.users (email)
    select 'storm-' || number || '@example.com' from generate_series(1, ${count}) as number
    returning id, email`;
  return users.map(({ id, email }) => {
    const { customer } = subscribe({ email, name: "Ann Example", metadata: { userId: id } });
    return { userId: id, customerId: typeof customer === "string" ? customer : customer.id };
  });
}
