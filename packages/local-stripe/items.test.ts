import { describe, expect, test } from "vitest";
import { DAY, HOUR } from "./clock.ts";
import {
  type Fixture,
  firstItem,
  GOOD_CARD,
  openCheckout,
  PRICES,
  start,
  stripeError,
  submit,
  subscribe,
} from "./testing.ts";

const PRO = { price: PRICES.pro, quantity: 1 };
const STARTERS = { price: PRICES.starter, quantity: 3 };

describe("a subscription of several items", () => {
  test("is bought in one checkout, and its invoice has a line for each", async () => {
    await using fixture = await start();
    const session = await openCheckout(fixture.stripe, { line_items: [PRO, STARTERS] });
    expect(session.amount_total).toBe(37_000);
    const html = await (await fetch(session.url ?? "")).text();
    expect(html).toContain("Subscribe to Pro and 3 × Starter");
    await submit(session.url, { ...GOOD_CARD, email: "ann@example.com" });
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

  test("gains and loses items, but never the last one", async () => {
    await using fixture = await start();
    const { subscriptions } = fixture.stripe;
    const first = await subscribe(fixture);
    const two = await subscriptions.update(first.id, { items: [STARTERS] });
    expect(two.items.data.map(({ price }) => price.id)).toEqual([PRO.price, STARTERS.price]);
    const removal = { id: firstItem(first).id, deleted: true };
    const one = await subscriptions.update(first.id, { items: [removal] });
    expect(one.items.data.map(({ price }) => price.id)).toEqual([STARTERS.price]);
    const last = { id: firstItem(one).id, deleted: true };
    const error = await stripeError(subscriptions.update(first.id, { items: [last] }));
    expect(error).toMatchObject({ statusCode: 400, param: "items" });
  });

  test("holds a price once, and cannot be switched in the portal", async () => {
    await using fixture = await start();
    const { id, customer } = await subscribe(fixture);
    const { subscriptions, billingPortal } = fixture.stripe;
    expect(await stripeError(subscriptions.update(id, { items: [PRO] }))).toMatchObject({
      param: "items",
    });
    await subscriptions.update(id, { items: [STARTERS] });
    const portal = await billingPortal.sessions.create({ customer: String(customer) });
    const html = await (await fetch(portal.url)).text();
    expect(html).toContain("Pro and 3 × Starter");
    expect(html).not.toContain("Switch plan");
  });
});

/** A customer with a card that can be charged, and no subscription that lives. */
async function customerWithCard(fixture: Fixture) {
  const earlier = await subscribe(fixture);
  await fixture.stripe.subscriptions.cancel(earlier.id);
  const customer = String(earlier.customer);
  const [card] = (await fixture.stripe.customers.listPaymentMethods(customer)).data;
  return { customer, card: card?.id ?? "" };
}

describe("a subscription made over the API", () => {
  test("is charged at once", async () => {
    await using fixture = await start();
    const { customer, card } = await customerWithCard(fixture);
    const subscription = await fixture.stripe.subscriptions.create({
      customer,
      items: [PRO],
      default_payment_method: card,
    });
    expect(subscription).toMatchObject({ status: "active", trial_end: null });
  });

  test("is incomplete when its first payment fails, and ends after 23 hours", async () => {
    await using fixture = await start();
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

  test("becomes active when the open invoice is paid in the portal", async () => {
    await using fixture = await start();
    const { customer } = await customerWithCard(fixture);
    const { id } = await fixture.stripe.subscriptions.create({
      customer,
      items: [PRO],
      payment_behavior: "default_incomplete",
    });
    const { url } = await fixture.stripe.billingPortal.sessions.create({ customer });
    await submit(url, { action: "pay", subscription: id });
    expect(await fixture.stripe.subscriptions.retrieve(id)).toMatchObject({ status: "incomplete" });
    await submit(url, { action: "card", subscription: id, ...GOOD_CARD });
    await submit(url, { action: "pay", subscription: id });
    expect(await fixture.stripe.subscriptions.retrieve(id)).toMatchObject({ status: "active" });
  });

  test("does not come to be when it may not stay unpaid", async () => {
    await using fixture = await start();
    const { customer } = await customerWithCard(fixture);
    const error = await stripeError(
      fixture.stripe.subscriptions.create({
        customer,
        items: [PRO],
        payment_behavior: "error_if_incomplete",
      }),
    );
    expect(error).toMatchObject({ statusCode: 402, code: "card_declined" });
    expect((await fixture.stripe.subscriptions.list({ customer })).data).toEqual([]);
  });

  test("has a trial only when asked for one", async () => {
    await using fixture = await start();
    const { customer } = await customerWithCard(fixture);
    const { subscriptions } = fixture.stripe;
    const items = [PRO];
    const trial = await subscriptions.create({ customer, items, trial_period_days: 7 });
    expect(trial).toMatchObject({ status: "trialing", trial_end: trial.created + 7 * DAY });
    const session = await openCheckout(fixture.stripe, { customer });
    await submit(session.url, GOOD_CARD);
    const [bought] = (await subscriptions.list({ customer })).data;
    expect(bought).toMatchObject({ status: "active", trial_end: null, trial_start: null });
  });
});
