import { describe, expect, test, vi } from "vitest";
import { PERIOD_DAYS, PLAN_NAMES, PRICES } from "../../../tests/support/plans";
import {
  callStripeControl,
  createEvent,
  createSubscriber,
  holdStripe,
  isRecorded,
  openBilling,
  openRequest,
  payCheckout,
  readRow,
} from "../../../tests/support/worker/billing";
import { createPerson } from "../../../tests/support/worker/fixtures";
import { viewSubscription } from "../plan/subscription-view.server";
import { createBillingContext, createStripe } from "../stripe/stripe.server";
import { syncCustomer } from "./sync.server";

const { platform, stripe, prices, sync, createSynced } = openBilling();

test("an older read does not overwrite a newer one", async () => {
  const { userId, customerId, subscriptionId } = await createSynced("starter");
  const { reached, release } = holdStripe(
    { method: "GET", path: `/v1/customers/${customerId}`, when: "after" },
    { method: "GET", path: "/v1/subscriptions", when: "after" },
  );
  const slow = sync(customerId);
  await reached;
  await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true });
  await sync(customerId);
  release();
  await slow;
  expect((await readRow(platform, userId))?.cancelAt).not.toBeNull();
});

test.each([
  ["$99 a month", "$99.00", "usd", "month", 9_900],
  ["$2,500 a year", "$2,500.00", "usd", "year", 250_000],
  ["€230 a month", "€230.00", "eur", "month", 23_000],
  // With an add-on, the plan's price is not what is charged.
  [null, "$100.00", "usd", "month", 9_900],
] as const)("the plan is found by its product, at %s, as emails name it", async (...values) => {
  const [priceText, amount, currency, interval, unit_amount] = values;
  const { userId, email } = await createPerson(platform);
  const { products } = platform.config.planCatalog;
  const recurring = { interval };
  const extra = await stripe.products.create({ name: "Consulting" });
  const [other, old] = await Promise.all([
    stripe.prices.create({ product: extra.id, currency, unit_amount: 100, recurring }),
    stripe.prices.create({ product: products.pro, currency, unit_amount, recurring }),
  ]);
  const customer = await stripe.customers.create({ email, metadata: { userId } });
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    customer: customer.id,
    line_items: [
      ...(priceText === null ? [{ price: other.id, quantity: 1 }] : []),
      { price: old.id, quantity: 1 },
    ],
    success_url: "http://127.0.0.1:9/",
  });
  await payCheckout(session);
  await sync(customer.id);
  const row = await readRow(platform, userId);
  const lastCharge = { amount, card: "Visa ending in 4242" };
  expect(row).toMatchObject({
    stripePriceId: old.id,
    stripeProductId: products.pro,
    priceText,
    lastCharge,
  });
  expect(viewSubscription(row, platform.config.planCatalog)).toMatchObject({
    planId: "pro",
    planIsActive: true,
    canFeature: true,
  });
});

describe("a switch at the end of the period", () => {
  const readNextPrice = async (userId: string) =>
    (await readRow(platform, userId))?.stripeNextPriceId;

  test("is stored, from the portal's subscription schedule, until it takes effect", async () => {
    const { userId, customerId, subscriptionId } = await createSynced();
    expect(await readNextPrice(userId)).toBeNull();
    await switchInPortal(customerId, subscriptionId, prices.starter);
    await sync(customerId);
    expect(await readNextPrice(userId)).toBe(prices.starter);
    const row = await readRow(platform, userId);
    expect(viewSubscription(row, platform.config.planCatalog)).toMatchObject({
      planId: "pro",
      next: { planName: PLAN_NAMES.starter, price: PRICES.starter.listed },
    });
    const seconds = (PERIOD_DAYS.pro + 1) * 86_400;
    await callStripeControl(platform, "advance", { customer: customerId, seconds });
    await sync(customerId);
    expect(await readRow(platform, userId)).toMatchObject({
      stripePriceId: prices.starter,
      stripeNextPriceId: null,
    });
  });

  test("is not stored when a subscription has two plans", async () => {
    const { userId, customerId, subscriptionId } = await createSubscriber(platform);
    const price = await stripe.prices.create({
      product: platform.config.planCatalog.products.starter,
      currency: "usd",
      unit_amount: PRICES.starter.cents,
      recurring: { interval: PRICES.pro.interval },
    });
    await stripe.subscriptions.update(subscriptionId, { items: [{ price: price.id }] });
    await sync(customerId);
    expect(await readNextPrice(userId)).toBeNull();
  });
});

/** Switches the plan in the billing portal. */
async function switchInPortal(customer: string, subscription: string, price: string) {
  const { url } = await stripe.billingPortal.sessions.create({
    customer,
    return_url: "http://localhost:8787/",
  });
  const body = new URLSearchParams({ action: "switch", subscription, price });
  const response = await fetch(url, { method: "POST", body, redirect: "manual" });
  if (response.status >= 400) throw new Error(`The plan was not switched: ${response.status}`);
}

test("a customer whose metadata names an unknown user stays unowned", async () => {
  const customer = await stripe.customers.create({ metadata: { userId: crypto.randomUUID() } });
  const event = createEvent();
  expect(await sync(customer.id, event)).toMatchObject({ outcome: "unowned" });
  expect(await isRecorded(platform, event.id)).toBe(false);
});

test("a user keeps their linked customer while it exists", async () => {
  const { userId, customerId } = await createSynced();
  const second = await stripe.customers.create({ metadata: { userId } });
  expect(await sync(second.id)).toMatchObject({ outcome: "unowned" });
  expect(await readRow(platform, userId)).toMatchObject({ stripeCustomerId: customerId });

  await stripe.customers.del(customerId);
  const event = createEvent();
  expect(await sync(second.id, event)).toMatchObject({ outcome: "applied" });
  expect(await readRow(platform, userId)).toMatchObject({ stripeCustomerId: second.id });
  expect(await isRecorded(platform, event.id)).toBe(true);
});

test("a customer that this Stripe account does not know leaves the row unchanged, and is logged", async () => {
  const { userId, customerId } = await createSynced();
  const before = await readRow(platform, userId);
  await using request = openRequest();
  const missing = Object.assign(new Error("No such customer"), { code: "resource_missing" });
  const otherAccount = createStripe(platform.config.stripe, "api");
  otherAccount.customers.retrieve = () => Promise.reject(missing);
  const context = { ...(await createBillingContext(request, "api")), stripe: otherAccount };
  const log = vi.spyOn(console, "log");
  expect(await syncCustomer(context, customerId)).toMatchObject({
    outcome: "unowned",
    customer: { state: "unknown" },
  });
  expect(JSON.stringify(log.mock.calls)).toContain("billing.unknown_customer");
  log.mockRestore();
  // Another file's reconciliation may sync this customer meanwhile.
  const versions = {
    syncVersion: expect.any(Number),
    syncedAt: expect.any(Date),
    updatedAt: expect.any(Date),
  };
  expect(await readRow(platform, userId)).toEqual({ ...before, ...versions });
});

test("a live subscription is found among more than a hundred ended ones", async () => {
  const { userId, customerId: customer, subscriptionId } = await createSubscriber(platform);
  const items = [{ price: prices.pro }];
  const endOne = async () => {
    const { id } = await stripe.subscriptions.create({ customer, items, trial_period_days: 1 });
    await stripe.subscriptions.cancel(id);
  };
  for (let ended = 0; ended <= 100; ended += 10) {
    await Promise.all(Array.from({ length: 10 }, endOne));
  }
  await sync(customer);
  expect(await readRow(platform, userId)).toMatchObject({
    stripeSubscriptionId: subscriptionId,
    stripeSubscriptionStatus: "active",
  });
});
