import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { DAY } from "./clock.ts";
import {
  type Fixture,
  firstItem,
  goHalfway,
  PRICES,
  start,
  stripeError,
  subscribe,
} from "./testing.ts";

/** From the middle of a period to a while after its end. */
const INTO_NEXT = 20 * DAY;
/** Half of what a month of each plan costs. */
const HALF = { starter: 2_000, pro: 12_500, business: 95_000 };

/** Half a month into the pro plan. */
async function halfway(fixture: Fixture) {
  const subscription = await subscribe(fixture);
  await goHalfway(fixture, subscription);
  const { id } = firstItem(subscription);
  const change = (
    plan: keyof typeof PRICES,
    options: Stripe.SubscriptionUpdateParams = {},
  ): Promise<Stripe.Subscription> =>
    fixture.stripe.subscriptions.update(subscription.id, {
      items: [{ id, price: PRICES[plan] }],
      ...options,
    });
  return { subscription, change, customer: String(subscription.customer) };
}

async function invoicesOf(fixture: Fixture, { id }: { id: string }): Promise<Stripe.Invoice[]> {
  return (await fixture.stripe.invoices.list({ subscription: id })).data;
}

/** Line amounts to the nearest dollar: a test's own second must not count. */
function dollars(invoice: Stripe.Invoice | undefined): number[] {
  return (invoice?.lines.data ?? []).map(({ amount }) => Math.round(amount / 100));
}

describe("a plan changed in the middle of its period", () => {
  test("owes the difference, to be asked for with the next invoice", async () => {
    await using fixture = await start();
    const { subscription, change } = await halfway(fixture);
    await change("business");
    expect(await invoicesOf(fixture, subscription)).toHaveLength(1);
    fixture.control.advance(INTO_NEXT, String(subscription.customer));
    const [renewal] = await invoicesOf(fixture, subscription);
    expect(dollars(renewal)).toEqual([-HALF.pro / 100, HALF.business / 100, 1_900]);
    expect(
      renewal?.lines.data.map(({ parent }) => parent?.subscription_item_details?.proration),
    ).toEqual([true, true, false]);
    expect(renewal).toMatchObject({ billing_reason: "subscription_cycle", status: "paid" });
  });

  test("is invoiced and charged at once with always_invoice", async () => {
    await using fixture = await start();
    const { subscription, change } = await halfway(fixture);
    const changed = await change("business", {
      proration_behavior: "always_invoice",
      expand: ["latest_invoice"],
    });
    expect(changed).toMatchObject({
      status: "active",
      latest_invoice: { billing_reason: "subscription_update", status: "paid" },
    });
    const [invoice] = await invoicesOf(fixture, subscription);
    expect(dollars(invoice)).toEqual([-HALF.pro / 100, HALF.business / 100]);
    expect(invoice?.lines.data[0]?.description).toMatch(/^Unused time on Pro after /);
    expect(invoice?.lines.data[1]?.description).toMatch(/^Remaining time on Business after /);
  });

  test("owes nothing with none, and costs the new price from the next period on", async () => {
    await using fixture = await start();
    const { subscription, change } = await halfway(fixture);
    await change("business", { proration_behavior: "none" });
    fixture.control.advance(INTO_NEXT, String(subscription.customer));
    const [renewal] = await invoicesOf(fixture, subscription);
    expect(dollars(renewal)).toEqual([1_900]);
  });

  test("made smaller leaves a credit that later invoices use up", async () => {
    await using fixture = await start();
    const { subscription, change, customer } = await halfway(fixture);
    await change("starter", { proration_behavior: "always_invoice" });
    const [credit] = await invoicesOf(fixture, subscription);
    expect(credit).toMatchObject({ status: "paid", amount_due: 0, amount_paid: 0 });
    expect(credit?.total).toBe(credit?.ending_balance);
    expect(await fixture.stripe.customers.retrieve(customer)).toMatchObject({
      balance: credit?.total,
    });
    fixture.control.advance(INTO_NEXT, customer);
    const [renewal] = await invoicesOf(fixture, subscription);
    expect(renewal).toMatchObject({ total: 4_000, amount_due: 0, status: "paid" });
    expect(renewal?.ending_balance).toBe((credit?.total ?? 0) + 4_000);
  });

  test("that is declined is past due, or refused when it may not stay unpaid", async () => {
    await using fixture = await start();
    const { subscription, change } = await halfway(fixture);
    fixture.control.declineRenewals(true);
    const options = { proration_behavior: "always_invoice" } as const;
    const refused = await stripeError(
      change("business", { ...options, payment_behavior: "error_if_incomplete" }),
    );
    expect(refused).toMatchObject({ statusCode: 402, code: "card_declined" });
    const same = await fixture.stripe.subscriptions.retrieve(subscription.id);
    expect(firstItem(same).price.id).toBe(PRICES.pro);
    expect(await change("business", options)).toMatchObject({ status: "past_due" });
  });

  test("during the trial costs nothing and keeps the trial", async () => {
    await using fixture = await start();
    const { id, trial_end, items } = await subscribe(fixture, { trialDays: 14 });
    const changed = await fixture.stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id, price: PRICES.business }],
      proration_behavior: "always_invoice",
    });
    expect(changed).toMatchObject({ status: "trialing", trial_end });
    expect(await invoicesOf(fixture, changed)).toHaveLength(1);
  });

  test("to another interval starts a new period today", async () => {
    await using fixture = await start();
    const yearly = await fixture.stripe.prices.create({
      product: "prod_local_pro",
      currency: "usd",
      unit_amount: 250_000,
      recurring: { interval: "year" },
    });
    const subscription = await subscribe(fixture);
    await goHalfway(fixture, subscription);
    const changed = await fixture.stripe.subscriptions.update(subscription.id, {
      items: [{ id: firstItem(subscription).id, price: yearly.id }],
    });
    const [invoice] = await invoicesOf(fixture, subscription);
    expect(dollars(invoice)).toEqual([-HALF.pro / 100, 2_500]);
    const { current_period_start, current_period_end } = firstItem(changed);
    expect(changed.billing_cycle_anchor).toBe(current_period_start);
    expect(current_period_end - current_period_start).toBeGreaterThanOrEqual(365 * DAY);
  });
});

describe("a subscription canceled in the middle of its period", () => {
  test("gives nothing back unless asked to", async () => {
    await using fixture = await start();
    const { subscription } = await halfway(fixture);
    await fixture.stripe.subscriptions.cancel(subscription.id);
    expect(await invoicesOf(fixture, subscription)).toHaveLength(1);
  });

  test("leaves what is pending unasked for, unless invoiced now", async () => {
    await using fixture = await start();
    const { subscription, change, customer } = await halfway(fixture);
    await change("business");
    await fixture.stripe.subscriptions.cancel(subscription.id, { invoice_now: true });
    const [last] = await invoicesOf(fixture, subscription);
    expect(dollars(last)).toEqual([-HALF.pro / 100, HALF.business / 100]);
    expect(last?.status).toBe("paid");
    expect(await fixture.stripe.customers.retrieve(customer)).toMatchObject({ balance: 0 });
  });

  test("credits the unused time when prorated and invoiced now", async () => {
    await using fixture = await start();
    const { subscription, customer } = await halfway(fixture);
    const options = { invoice_now: true, prorate: true };
    const ended = await fixture.stripe.subscriptions.cancel(subscription.id, options);
    expect(ended.status).toBe("canceled");
    const [last] = await invoicesOf(fixture, subscription);
    expect(dollars(last)).toEqual([-HALF.pro / 100]);
    expect(await fixture.stripe.customers.retrieve(customer)).toMatchObject({
      balance: last?.total,
    });
  });
});

describe("the preview of the next invoice", () => {
  test("says what the next period costs, and keeps nothing", async () => {
    await using fixture = await start();
    const { id, items } = await subscribe(fixture);
    const preview = await fixture.stripe.invoices.createPreview({ subscription: id });
    expect(preview).toMatchObject({
      amount_due: 25_000,
      billing_reason: "upcoming",
      hosted_invoice_url: null,
      status: "draft",
    });
    expect(preview.id).toMatch(/^upcoming_in_/);
    expect(preview.lines.data[0]?.period.start).toBe(items.data[0]?.current_period_end);
    expect((await fixture.stripe.invoices.list()).data).toHaveLength(1);
  });

  test("says what a change would cost, now or later", async () => {
    await using fixture = await start();
    const { subscription } = await halfway(fixture);
    const items = [{ id: firstItem(subscription).id, price: PRICES.business }];
    const preview = (proration_behavior: "always_invoice" | "create_prorations") =>
      fixture.stripe.invoices.createPreview({
        subscription: subscription.id,
        subscription_details: { items, proration_behavior },
      });
    expect(dollars(await preview("always_invoice"))).toEqual([-125, 950]);
    expect(dollars(await preview("create_prorations"))).toEqual([-125, 950, 1_900]);
    const same = await fixture.stripe.subscriptions.retrieve(subscription.id);
    expect(firstItem(same).price.id).toBe(PRICES.pro);
  });

  test("is not there for what ends", async () => {
    await using fixture = await start();
    const { id } = await subscribe(fixture);
    await fixture.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    const error = await stripeError(fixture.stripe.invoices.createPreview({ subscription: id }));
    expect(error).toMatchObject({ statusCode: 404, code: "invoice_upcoming_none" });
  });
});

test("an invoice can be looked at on a page of its own", async () => {
  await using fixture = await start();
  const { change } = await halfway(fixture);
  await change("starter", { proration_behavior: "always_invoice" });
  const [invoice] = (await fixture.stripe.invoices.list()).data;
  const html = await (await fetch(invoice?.hosted_invoice_url ?? "")).text();
  expect(html).toContain(`Invoice ${invoice?.number}`);
  expect(html).toContain("Unused time on Pro");
  expect(html).toContain("Amount due");
  expect((await fetch(`${fixture.url}/i/in_none`)).status).toBe(404);
});
