/** The calls of code written for Stripe itself: nextjs/saas-starter, stripe-samples, stripe-sync-engine. */
import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DAY } from "./clock.ts";
import {
  catchStripeError,
  createCheckoutSession,
  createSubscription,
  PRICES,
  SECRET_KEY,
  startFixture,
  submitForm,
  TEST_CARD,
} from "./testing.ts";

beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

/** Posts parameters that the installed SDK's types no longer have. */
async function post(
  url: string,
  version: string | undefined,
  parameters: Record<string, string>,
): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      authorization: `Bearer ${SECRET_KEY}`,
      ...(version !== undefined && { "stripe-version": version }),
    },
    body: new URLSearchParams(parameters),
  });
  return response.json();
}

const CHECKOUT = {
  mode: "subscription",
  "line_items[0][price]": PRICES.pro,
  "line_items[0][quantity]": "1",
  success_url: "http://127.0.0.1:9/welcome",
  ui_mode: "hosted",
  "payment_method_types[0]": "card",
};

describe("Checkout in an older API version", () => {
  test("has payment_method_types and the older ui_mode", async () => {
    await using fixture = await startFixture();
    const url = `${fixture.url}/v1/checkout/sessions`;
    expect(await post(url, "2025-04-30.basil", CHECKOUT)).toMatchObject({
      ui_mode: "hosted_page",
      payment_method_types: ["card"],
    });
  });

  test("is an error in the current version, as in Stripe", async () => {
    await using fixture = await startFixture();
    const url = `${fixture.url}/v1/checkout/sessions`;
    expect(await post(url, Stripe.API_VERSION, CHECKOUT)).toMatchObject({
      error: { param: "payment_method_types" },
    });
  });

  test("refuses payment methods other than cards", async () => {
    await using fixture = await startFixture();
    const url = `${fixture.url}/v1/checkout/sessions`;
    const parameters = { ...CHECKOUT, "payment_method_types[0]": "paypal" };
    expect(await post(url, "2020-08-27", parameters)).toMatchObject({
      error: { message: "The local Stripe supports cards only." },
    });
  });
});

describe("prices", () => {
  const price = {
    product: "prod_local_pro",
    currency: "usd",
    unit_amount: 800,
    recurring: { interval: "month", trial_period_days: 7 },
    tax_behavior: "exclusive",
  } as const;

  test("have a tax behavior, set once, and trial days", async () => {
    await using fixture = await startFixture();
    const { prices } = fixture.stripe;
    const created = await prices.create(price);
    expect(created).toMatchObject({
      tax_behavior: "exclusive",
      recurring: { trial_period_days: 7 },
    });
    const update = prices.update(created.id, { tax_behavior: "inclusive" });
    expect(await catchStripeError(update)).toMatchObject({ param: "tax_behavior" });
  });
});

test("a customer has an address, which an update replaces and an empty string clears", async () => {
  await using fixture = await startFixture();
  const { customers } = fixture.stripe;
  const { id, address } = await customers.create({
    address: { city: "Graz", country: "AT", line1: "" },
  });
  expect(address).toMatchObject({ city: "Graz", country: "AT", line1: null });
  const moved = await customers.update(id, { address: { country: "DE" } });
  expect(moved.address).toMatchObject({ city: null, country: "DE" });
  expect((await customers.update(id, { address: "" })).address).toBeNull();
  const unknown = { "address[street]": "Main" };
  expect(await post(`${fixture.url}/v1/customers`, undefined, unknown)).toMatchObject({
    error: { code: "parameter_unknown", param: "address[street]" },
  });
});

test("Checkout saves the address and name with customer_update", async () => {
  await using fixture = await startFixture();
  const { customers } = fixture.stripe;
  const { id: customer } = await customers.create({ email: "ann@example.com", name: "Ann" });
  const options = { customer, automatic_tax: { enabled: true } };
  const session = await createCheckoutSession(fixture.stripe, {
    ...options,
    customer_update: { address: "auto", name: "auto" },
  });
  const payer = { ...TEST_CARD, name: "Ann Lee", country: "DE", postalCode: "10115" };
  expect((await submitForm(session.url, payer)).status).toBe(303);
  expect(await customers.retrieve(customer)).toMatchObject({
    name: "Ann Lee",
    address: { country: "DE", postal_code: "10115" },
  });
  // A customer with an address needs no customer_update.
  expect((await createCheckoutSession(fixture.stripe, options)).status).toBe("open");
});

describe("lists of parts", () => {
  test("a Checkout session has line items, also when expanded", async () => {
    await using fixture = await startFixture();
    const { sessions } = fixture.stripe.checkout;
    const { id } = await createCheckoutSession(fixture.stripe);
    const { data } = await sessions.listLineItems(id);
    expect(data).toMatchObject([
      { object: "item", amount_total: 25_000, quantity: 1, price: { id: PRICES.pro } },
    ]);
    const expanded = await sessions.retrieve(id, { expand: ["line_items"] });
    expect(expanded.line_items?.data).toEqual(data);
    const page = await sessions.listLineItems(id, { limit: 1, starting_after: data[0]?.id });
    expect(page.data).toEqual([]);
  });

  test("a subscription has items, an invoice lines, a customer payment methods", async () => {
    await using fixture = await startFixture();
    const { stripe } = fixture;
    const subscription = await createSubscription(fixture);
    const items = await stripe.subscriptionItems.list({ subscription: subscription.id });
    expect(items.data).toEqual(subscription.items.data);
    const lines = await stripe.invoices.listLineItems(String(subscription.latest_invoice));
    expect(lines.data).toMatchObject([{ object: "line_item", amount: 25_000 }]);
    const customer = String(subscription.customer);
    const cards = await stripe.paymentMethods.list({ customer, limit: 100 });
    expect(cards.data).toMatchObject([{ card: { last4: "4242" } }]);
  });
});

test("lists are filtered by creation time", async () => {
  await using fixture = await startFixture();
  const { stripe } = fixture;
  await createSubscription(fixture);
  await createCheckoutSession(stripe);
  const { now } = fixture.control.status();
  const lists = [stripe.customers, stripe.subscriptions, stripe.invoices, stripe.checkout.sessions];
  for (const list of lists) {
    expect((await list.list({ created: { gte: now - DAY } })).data).toHaveLength(1);
    expect((await list.list({ created: { lt: now - DAY } })).data).toEqual([]);
  }
  expect((await stripe.prices.list({ created: { lt: now } })).data).toHaveLength(3);
  expect((await stripe.products.list({ created: { gte: now } })).data).toEqual([]);
});

describe("a preview for a customer", () => {
  test("is the next invoice of the customer's subscriptions", async () => {
    await using fixture = await startFixture();
    const { invoices, subscriptions } = fixture.stripe;
    const { id, customer: owner } = await createSubscription(fixture);
    const customer = String(owner);
    const items = [{ price: PRICES.starter }];
    await subscriptions.create({ customer, items, trial_period_days: 3 });
    expect(await invoices.createPreview({ customer })).toMatchObject({ amount_due: 4_000 });
    expect(await invoices.createPreview({ customer, subscription: id })).toMatchObject({
      amount_due: 25_000,
    });
  });

  test("is an error without a subscription, and for a new one", async () => {
    await using fixture = await startFixture();
    const { customers, invoices } = fixture.stripe;
    const { id: customer } = await customers.create();
    expect(await catchStripeError(invoices.createPreview({ customer }))).toMatchObject({
      statusCode: 404,
      code: "invoice_upcoming_none",
    });
    const subscription_details = { items: [{ price: PRICES.pro }] };
    const preview = invoices.createPreview({ customer, subscription_details });
    expect((await catchStripeError(preview)).message).toMatch(/^The local Stripe previews/);
    expect(await catchStripeError(invoices.createPreview())).toMatchObject({ param: "customer" });
  });
});

test("a portal flow takes the current quantity and refuses another", async () => {
  await using fixture = await startFixture();
  const { billingPortal } = fixture.stripe;
  const { id: subscription, customer, items } = await createSubscription(fixture);
  const { id: configuration } = await billingPortal.configurations.create({
    features: {
      subscription_update: {
        enabled: true,
        default_allowed_updates: ["price"],
        products: [{ product: "prod_local_business", prices: [PRICES.business] }],
      },
    },
  });
  const open = (quantity: number) =>
    billingPortal.sessions.create({
      customer: String(customer),
      configuration,
      flow_data: {
        type: "subscription_update_confirm",
        subscription_update_confirm: {
          subscription,
          items: [{ id: items.data[0]?.id ?? "", price: PRICES.business, quantity }],
        },
      },
    });
  expect((await open(1)).flow?.type).toBe("subscription_update_confirm");
  expect(await catchStripeError(open(2))).toMatchObject({
    param: "flow_data[subscription_update_confirm][items][0][quantity]",
  });
});

test("a starter kit sells a plan and opens the portal with the default configuration", async () => {
  await using fixture = await startFixture();
  const { stripe } = fixture;
  const session = await createCheckoutSession(stripe, {
    client_reference_id: "user-1",
    allow_promotion_codes: true,
    subscription_data: { trial_period_days: 14 },
  });
  await submitForm(session.url, { ...TEST_CARD, email: "ann@example.com" });
  const paid = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ["customer", "subscription"],
  });
  expect(paid).toMatchObject({
    client_reference_id: "user-1",
    customer: { email: "ann@example.com" },
    subscription: { status: "trialing" },
  });
  const [configuration] = (await stripe.billingPortal.configurations.list()).data;
  const portal = await stripe.billingPortal.sessions.create({
    customer: typeof paid.customer === "string" ? paid.customer : (paid.customer?.id ?? ""),
    configuration: configuration?.id,
    return_url: "http://127.0.0.1:9/dashboard",
  });
  expect((await fetch(portal.url)).status).toBe(200);
});
