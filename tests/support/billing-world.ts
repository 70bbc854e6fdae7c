/** Setup for billing tests in workerd: users, Stripe customers, the local Stripe's control API. */
import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import * as v from "valibot";
import { customers, stripeEvents } from "#drizzle/schema";
import type { Platform } from "../../app/platform/context.server.ts";
import { createPerson, openPlatform, type Person } from "./worker-world.ts";

export type TestRequest = Platform & AsyncDisposable;

/** A platform for one more request; `await using` closes it. */
export function openRequest(): TestRequest {
  const platform = openPlatform();
  return { ...platform, [Symbol.asyncDispose]: () => platform.close() };
}

/** The same request with a Stripe that rejects every call. */
export function withFailingStripe(platform: TestRequest): TestRequest {
  const stripe = { ...platform.config.stripe, secretKey: "sk_test_revoked" };
  return { ...platform, config: { ...platform.config, stripe } };
}

/** Calls the local Stripe's control API (packages/local-stripe/control/control-api.ts). */
export async function callStripeControl(
  { config }: Platform,
  name: string,
  order: object,
): Promise<unknown> {
  const response = await fetch(`${config.stripe.apiUrl}/_local/${name}`, {
    method: "POST",
    body: JSON.stringify(order),
  });
  if (!response.ok) throw new Error(`${name}: ${await response.text()}`);
  return response.json();
}

/** True while an injected fault for `path` is unused. */
export async function isFaultPending({ config }: Platform, path: string): Promise<boolean> {
  const response = await fetch(`${config.stripe.apiUrl}/_local/status`);
  const schema = v.object({ faults: v.array(v.object({ path: v.optional(v.string()) })) });
  const { faults } = v.parse(schema, await response.json());
  return faults.some((fault) => fault.path === path);
}

/** Creates a user with a subscription at Stripe and no customers row. */
export async function createSubscriber(
  platform: Platform,
  plan: "starter" | "pro" | "business" = "pro",
  trialDays?: number,
): Promise<Person & { customerId: string; subscriptionId: string }> {
  const person = await createPerson(platform);
  const seeded = await callStripeControl(platform, "seed-subscription", {
    email: person.email,
    name: "Ann Example",
    priceId: platform.config.stripe.prices[plan],
    metadata: { userId: person.userId },
    ...(trialDays === undefined ? {} : { trialDays }),
  });
  const { id, customer } = v.parse(v.object({ id: v.string(), customer: v.string() }), seeded);
  return { ...person, customerId: customer, subscriptionId: id };
}

/** Pays an open session with a valid card. */
export async function payCheckout(session: Pick<Stripe.Checkout.Session, "url">): Promise<void> {
  const card = { cardNumber: "4242424242424242", expiry: "12 / 40", cvc: "123", name: "Ann" };
  const response = await fetch(session.url ?? "", {
    method: "POST",
    body: new URLSearchParams(card),
    redirect: "manual",
  });
  if (response.status !== 303) throw new Error(`The payment was not taken: ${response.status}`);
}

/** The user's customers row. */
export async function readRow(platform: Platform, userId: string) {
  const database = await platform.database.get();
  const [row] = await database.select().from(customers).where(eq(customers.userId, userId));
  return row;
}

/** True when the event is in the ledger. */
export async function isRecorded(platform: Platform, eventId: string): Promise<boolean> {
  const database = await platform.database.get();
  const found = await database.select().from(stripeEvents).where(eq(stripeEvents.id, eventId));
  return found.length > 0;
}
