import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { catchStripeError, createSubscription, PRICES, startFixture } from "./testing.ts";

describe("a subscription", () => {
  test("ends immediately when canceled, and cannot be canceled twice", async () => {
    await using fixture = await startFixture();
    const { id } = await createSubscription(fixture);
    const { subscriptions } = fixture.stripe;
    const ended = await subscriptions.cancel(id);
    expect(ended).toMatchObject({
      status: "canceled",
      ended_at: expect.any(Number),
      cancellation_details: { reason: "cancellation_requested" },
    });
    expect(fixture.control.events().at(-1)?.type).toBe("customer.subscription.deleted");
    expect(await catchStripeError(subscriptions.cancel(id))).toMatchObject({ statusCode: 404 });
    expect(await catchStripeError(subscriptions.update(id, { trial_end: "now" }))).toMatchObject({
      message: "A canceled subscription can only update its cancellation_details and metadata.",
    });
    expect(await subscriptions.update(id, { metadata: { note: "gone" } })).toMatchObject({
      metadata: { userId: "user-1", note: "gone" },
    });
  });
});

test("a list omits ended subscriptions by default", async () => {
  await using fixture = await startFixture();
  const { subscriptions } = fixture.stripe;
  const ended = await createSubscription(fixture, { userId: "user-1" });
  const active = await createSubscription(fixture, { userId: "user-2" });
  const trialing = await createSubscription(fixture, { userId: "user-3", trialDays: 14 });
  await subscriptions.cancel(ended.id);
  const ids = async (params: Stripe.SubscriptionListParams) =>
    (await subscriptions.list(params)).data.map(({ id }) => id);
  expect(await ids({})).toEqual([trialing.id, active.id]);
  expect(await ids({ status: "all" })).toEqual([trialing.id, active.id, ended.id]);
  expect(await ids({ status: "all", limit: 1, starting_after: active.id })).toEqual([ended.id]);
  expect(await ids({ status: "trialing" })).toEqual([trialing.id]);
  expect(await ids({ status: "ended" })).toEqual([ended.id]);
  expect(await ids({ customer: String(ended.customer), status: "all" })).toEqual([ended.id]);
  expect(await ids({ price: PRICES.starter })).toEqual([]);
  expect(await catchStripeError(subscriptions.list({ customer: "cus_none" }))).toMatchObject({
    message: "No such customer: 'cus_none'",
    param: "customer",
  });
});

describe("money that a change moves", () => {
  type Change = (subscription: Stripe.Subscription, stripe: Stripe) => Promise<unknown>;
  const createPrice = (stripe: Stripe, price: Partial<Stripe.PriceCreateParams>) =>
    stripe.prices.create({
      product: "prod_local_pro",
      unit_amount: 250_000,
      currency: "usd",
      recurring: { interval: "month" },
      ...price,
    });
  const switchTo = (
    { id, items }: Stripe.Subscription,
    stripe: Stripe,
    price: string,
    proration_behavior: Stripe.SubscriptionUpdateParams.ProrationBehavior,
  ) =>
    stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? "", price }],
      proration_behavior,
    });

  /** Half of the month is left: 125.00 of the plan's 250.00, and 950.00 of the business plan's 1,900.00. */
  test.each<[string, Change, invoiced: number, next: number | null, credit: number]>([
    ["no proration", (s, stripe) => switchTo(s, stripe, PRICES.business, "none"), 0, 190_000, 0],
    [
      "prorations on the next invoice",
      (s, stripe) => switchTo(s, stripe, PRICES.business, "create_prorations"),
      0,
      190_000 + 82_500,
      0,
    ],
    [
      "another interval, in full today, less what is left of this one",
      async (s, stripe) => {
        const { id } = await createPrice(stripe, { recurring: { interval: "year" } });
        await switchTo(s, stripe, id, "create_prorations");
      },
      250_000 - 12_500,
      250_000,
      0,
    ],
    [
      "a cancellation whose final invoice, a credit, is a draft",
      ({ id }, stripe) => stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true }),
      0,
      null,
      0,
    ],
    ["a cancellation without one", ({ id }, stripe) => stripe.subscriptions.cancel(id), 0, null, 0],
  ])("%s", async (_, change, invoiced, next, credit) => {
    await using fixture = await startFixture();
    const { stripe, control } = fixture;
    const subscription = await createSubscription(fixture);
    const customer = String(subscription.customer);
    const { current_period_start: start = 0, current_period_end: end = 0 } =
      subscription.items.data[0] ?? {};
    control.advance((end - start) / 2);
    await change(subscription, stripe);
    const [latest, ...earlier] = (await stripe.invoices.list({ customer })).data;
    expect(earlier.length > 0 ? latest?.amount_paid : 0).toBe(invoiced);
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: credit });
    const [item] = (await stripe.subscriptions.retrieve(subscription.id)).items.data;
    control.advance((item?.current_period_end ?? end) - start);
    const [renewal] = (await stripe.invoices.list({ customer, limit: 1 })).data;
    expect(renewal?.id === latest?.id ? null : renewal?.amount_due).toBe(next);
  });

  test("is in the subscription's own currency", async () => {
    await using fixture = await startFixture();
    const { id } = await createPrice(fixture.stripe, { currency: "eur" });
    const refused = switchTo(await createSubscription(fixture), fixture.stripe, id, "none");
    expect(await catchStripeError(refused)).toMatchObject({ param: "items" });
  });

  test("is of the price that has the lookup key, which one may take over from another", async () => {
    await using fixture = await startFixture();
    const { stripe } = fixture;
    const key = { lookup_key: "pro_monthly" };
    expect(await catchStripeError(createPrice(stripe, key))).toMatchObject({ param: "lookup_key" });
    const { id } = await createPrice(stripe, { ...key, transfer_lookup_key: true });
    const { data } = await stripe.prices.list({ lookup_keys: ["pro_monthly"] });
    expect(data.map((price) => price.id)).toEqual([id]);
  });
});

test("an invoice names the payment method that paid it", async () => {
  await using fixture = await startFixture();
  const { stripe } = fixture;
  const { latest_invoice: invoice } = await createSubscription(fixture);
  const list = (expand: string) =>
    stripe.invoicePayments.list({ invoice: String(invoice), status: "paid", expand: [expand] });
  expect((await list("data.payment.payment_intent.payment_method")).data).toMatchObject([
    { payment: { payment_intent: { payment_method: { card: { last4: "4242" } } } } },
  ]);
  const tooDeep = list("data.payment.payment_intent.payment_method.customer");
  expect(await catchStripeError(tooDeep)).toMatchObject({ param: "expand" });
});
