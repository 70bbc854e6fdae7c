import { describe, expect, test } from "vitest";
import { DAY, HOUR } from "./clock.ts";
import {
  createCheckoutSession,
  createSubscription,
  type Fixture,
  PRICES,
  startFixture,
  submitForm,
  TEST_CARD,
} from "./testing.ts";

const PRO = { price: PRICES.pro, quantity: 1 };
const STARTERS = { price: PRICES.starter, quantity: 3 };

describe("a subscription with several items", () => {
  test("is created by one Checkout session and invoiced with one line per item", async () => {
    await using fixture = await startFixture();
    const session = await createCheckoutSession(fixture.stripe, { line_items: [PRO, STARTERS] });
    expect(session.amount_total).toBe(37_000);
    const html = await (await fetch(session.url ?? "")).text();
    expect(html).toContain("Subscribe to Pro and 3 × Starter");
    await submitForm(session.url, { ...TEST_CARD, email: "ann@example.com" });
    const [subscription] = (await fixture.stripe.subscriptions.list()).data;
    expect(subscription?.items.data.map(({ price, quantity }) => [price.id, quantity])).toEqual([
      [PRO.price, 1],
      [STARTERS.price, 3],
    ]);
    const [invoice] = (await fixture.stripe.invoices.list()).data;
    expect(invoice?.lines.data.map(({ amount }) => amount)).toEqual([25_000, 12_000]);
    expect((await fixture.stripe.subscriptions.list({ price: STARTERS.price })).data).toHaveLength(
      1,
    );
  });
});

/** A customer with a valid card and no active subscription. */
async function customerWithCard(fixture: Fixture) {
  const earlier = await createSubscription(fixture);
  await fixture.stripe.subscriptions.cancel(earlier.id);
  const customer = String(earlier.customer);
  const [card] = (await fixture.stripe.customers.listPaymentMethods(customer)).data;
  return { customer, card: card?.id ?? "" };
}

describe("a subscription created through the API", () => {
  test("is incomplete when the first payment fails, and expires after 23 hours", async () => {
    await using fixture = await startFixture();
    const { customer } = await customerWithCard(fixture);
    const { subscriptions } = fixture.stripe;
    const subscription = await subscriptions.create({ customer, items: [PRO] });
    expect(subscription.status).toBe("incomplete");
    fixture.control.advance(22 * HOUR);
    expect(await subscriptions.retrieve(subscription.id)).toMatchObject({ status: "incomplete" });
    fixture.control.advance(2 * HOUR);
    const expired = await subscriptions.retrieve(subscription.id, { expand: ["latest_invoice"] });
    expect(expired).toMatchObject({
      status: "incomplete_expired",
      latest_invoice: { status: "void", status_transitions: { voided_at: expired.ended_at } },
    });
    expect((await subscriptions.list()).data).toEqual([]);
    fixture.control.advance(60 * DAY);
    expect(
      (await fixture.stripe.invoices.list({ subscription: subscription.id })).data,
    ).toHaveLength(1);
  });

  test("is active without a card when its price is zero", async () => {
    await using fixture = await startFixture();
    const { customers, prices, subscriptions } = fixture.stripe;
    const { id: customer } = await customers.create();
    const { id: price } = await prices.create({
      product: "prod_local_pro",
      currency: "usd",
      unit_amount: 0,
      recurring: { interval: "month" },
    });
    const free = await subscriptions.create({ customer, items: [{ price }] });
    expect(free.status).toBe("active");
  });

  test("has a trial only when requested", async () => {
    await using fixture = await startFixture();
    const { customer } = await customerWithCard(fixture);
    const { subscriptions } = fixture.stripe;
    const items = [PRO];
    const trial = await subscriptions.create({ customer, items, trial_period_days: 7 });
    expect(trial).toMatchObject({ status: "trialing", trial_end: trial.created + 7 * DAY });
    const session = await createCheckoutSession(fixture.stripe, { customer });
    await submitForm(session.url, TEST_CARD);
    const [bought] = (await subscriptions.list({ customer })).data;
    expect(bought).toMatchObject({ status: "active", trial_end: null, trial_start: null });
  });
});
