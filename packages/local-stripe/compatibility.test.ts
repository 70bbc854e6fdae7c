import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
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
});
