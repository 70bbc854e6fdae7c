import type Stripe from "stripe";
import { expect, test } from "vitest";
import {
  catchStripeError,
  createCheckoutSession,
  type Fixture,
  startFixture,
  submitForm,
  TEST_CARD,
} from "./testing.ts";

type Options = Partial<Stripe.Checkout.SessionCreateParams>;

/** Two of a product that is not in the catalog. */
const LINE = {
  price_data: { currency: "usd", unit_amount: 4_500, product_data: { name: "Audit" } },
  quantity: 2,
} as const;

/** Pays 90.00 once, in Checkout. */
async function pay({ stripe }: Fixture, options: Options = {}) {
  const session = await createCheckoutSession(stripe, {
    mode: "payment",
    line_items: [LINE],
    payment_intent_data: { metadata: { order: "7" }, description: "Audit of two programs" },
    ...options,
  });
  await submitForm(session.url, { ...TEST_CARD, email: "ann@example.com" });
  const paid = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ["payment_intent.latest_charge"],
  });
  if (!paid.payment_intent || typeof paid.payment_intent === "string")
    throw new Error("It has no payment");
  return { session: paid, payment: paid.payment_intent };
}

test("a one-time payment is of the lines, and makes a customer only when it should", async () => {
  await using fixture = await startFixture();
  const { stripe, control } = fixture;
  const { session, payment } = await pay(fixture);
  expect(session).toMatchObject({
    mode: "payment",
    payment_status: "paid",
    amount_total: 9_000,
    customer: null,
    customer_details: { email: "ann@example.com" },
    subscription: null,
  });
  expect(payment).toMatchObject({
    amount_received: 9_000,
    description: "Audit of two programs",
    latest_charge: { amount: 9_000, refunded: false },
    metadata: { order: "7" },
    status: "succeeded",
  });
  const { data } = await stripe.checkout.sessions.listLineItems(session.id);
  expect(data).toMatchObject([{ description: "Audit", quantity: 2, price: { type: "one_time" } }]);
  const types = control.events().map(({ type }) => type);
  expect(types).toEqual([
    "charge.succeeded",
    "payment_intent.succeeded",
    "checkout.session.completed",
  ]);
  const kept = await pay(fixture, { customer_creation: "always" });
  expect(kept.session.customer).toMatch(/^cus_/);
});

test("a payment is refunded in parts, whole or not", async () => {
  await using fixture = await startFixture();
  const { stripe, control } = fixture;
  const { payment } = await pay(fixture);
  const payment_intent = payment.id;
  const { refunds, charges } = stripe;
  const part = await refunds.create({
    payment_intent,
    amount: 2_000,
    reason: "requested_by_customer",
  });
  expect(part).toMatchObject({ amount: 2_000, status: "succeeded", payment_intent });
  const charge = String(part.charge);
  expect(await charges.retrieve(charge)).toMatchObject({ amount_refunded: 2_000, refunded: false });
  expect(await refunds.create({ charge })).toMatchObject({ amount: 7_000 });
  expect(await charges.retrieve(charge)).toMatchObject({ amount_refunded: 9_000, refunded: true });
  expect((await refunds.list({ payment_intent })).data).toHaveLength(2);
  const types = control.events().map(({ type }) => type);
  expect(types.slice(-2)).toEqual(["refund.created", "charge.refunded"]);
});

test("the payment of an invoice is refunded, too", async () => {
  await using fixture = await startFixture();
  const { stripe } = fixture;
  const session = await createCheckoutSession(stripe);
  await submitForm(session.url, { ...TEST_CARD, email: "ann@example.com" });
  const { invoice } = await stripe.checkout.sessions.retrieve(session.id);
  const { data } = await stripe.invoicePayments.list({ invoice: String(invoice), status: "paid" });
  const payment_intent = String(data[0]?.payment.payment_intent);
  expect(await stripe.refunds.create({ payment_intent })).toMatchObject({ amount: 25_000 });
});

test("only a paid payment is refunded", async () => {
  await using fixture = await startFixture();
  const refused = fixture.stripe.refunds.create({ payment_intent: "pi_none" });
  expect(await catchStripeError(refused)).toMatchObject({
    code: "resource_missing",
    param: "payment_intent",
  });
});
