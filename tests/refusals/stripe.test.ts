/** The local Stripe gives the answers of Stripe that no schema says. */
import type Stripe from "stripe";
import { expect, test } from "vitest";
import {
  catchStripeError,
  createCheckoutSession,
  createSubscription,
  type Fixture,
  PRICES,
  startFixture,
  submitForm,
  TEST_CARD,
} from "../../packages/local-stripe/testing.ts";
import { STRIPE_REFUSALS } from "./recorded-refusals.ts";

const RETURN = "http://127.0.0.1:9/";

/** Buys with a coupon. */
async function buyDiscounted({ stripe }: Fixture, coupon: string) {
  const { id, url } = await createCheckoutSession(stripe, { discounts: [{ coupon }] });
  await submitForm(url, { ...TEST_CARD, email: "ann@example.com" });
  const { subscription } = await stripe.checkout.sessions.retrieve(id);
  return stripe.subscriptions.retrieve(String(subscription));
}

/** Switches to the cheaper plan in the portal, which schedules it. */
async function scheduleSwitch(fixture: Fixture, coupon?: string) {
  const subscription = await (coupon
    ? buyDiscounted(fixture, coupon)
    : createSubscription(fixture));
  const switched = await switchDown(fixture, subscription);
  if (typeof switched.schedule !== "object" || !switched.schedule) throw new Error("No schedule");
  return { ...switched, customer: String(switched.customer), schedule: switched.schedule };
}

async function switchDown({ stripe, control }: Fixture, subscription: Stripe.Subscription) {
  const [portal] = (await stripe.billingPortal.configurations.list({ is_default: true })).data;
  const schedule_at_period_end = { conditions: [{ type: "decreasing_item_amount" as const }] };
  const features = { subscription_update: { enabled: true, schedule_at_period_end } };
  await stripe.billingPortal.configurations.update(portal?.id ?? "", { features });
  const customer = String(subscription.customer);
  const { url } = await stripe.billingPortal.sessions.create({ customer, return_url: RETURN });
  const fields = { action: "switch", subscription: subscription.id, price: PRICES.starter };
  await submitForm(url, fields);
  await control.waitForDeliveries();
  return stripe.subscriptions.retrieve(subscription.id, { expand: ["schedule"] });
}

type Call = (fixture: Fixture) => Promise<void>;

const CALLS = {
  async serverErrorKept({ stripe, control }) {
    const key = { idempotencyKey: "key-1" };
    control.addFault({ path: "/v1/customers", outcome: 500 });
    const create = () => stripe.customers.create({ name: "Ann" }, key);
    expect(await catchStripeError(create())).toMatchObject({ statusCode: 500 });
    expect(await catchStripeError(create())).toMatchObject({ statusCode: 500 });
    expect((await stripe.customers.list()).data).toEqual([]);
    await stripe.customers.create({ name: "Ann" }, { idempotencyKey: "key-2" });
  },
  async scheduledCancellation(fixture) {
    const { stripe } = fixture;
    const { id, items, schedule } = await scheduleSwitch(fixture);
    const at = Math.floor(Date.now() / 1000) + 86_400;
    const item = { id: items.data[0]?.id ?? "", price: PRICES.business };
    for (const change of [
      { cancel_at: at },
      { cancel_at: "" as const },
      { cancel_at_period_end: true },
      { items: [item] },
    ]) {
      const refused = await catchStripeError(stripe.subscriptions.update(id, change));
      expect(refused).toMatchObject({ statusCode: 400 });
    }
    await stripe.subscriptionSchedules.release(schedule.id);
    const updated = await stripe.subscriptions.update(id, { cancel_at: at });
    expect(updated.cancel_at).toBe(at);
  },
  async scheduledCard(fixture) {
    const { stripe, control } = fixture;
    const { id, default_payment_method: card, items, schedule } = await scheduleSwitch(fixture);
    expect(schedule.default_settings.default_payment_method).toBe(card);
    await stripe.subscriptions.update(id, { default_payment_method: "" });
    const { current_period_end: end = 0, current_period_start: start = 0 } = items.data[0] ?? {};
    control.advance(end - start);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ default_payment_method: card });
  },
  async customerEmail({ stripe }) {
    const { id } = await stripe.customers.create({ email: "ann@example.com" });
    for (const email of ["ann@gmail", "ann＠example.com", "ann"]) {
      const refused = { statusCode: 400, code: "email_invalid", param: "email" };
      expect(await catchStripeError(stripe.customers.create({ email }))).toMatchObject(refused);
      expect(await catchStripeError(stripe.customers.update(id, { email }))).toMatchObject(refused);
    }
  },
  async archivedPrice({ stripe }) {
    const price = await stripe.prices.create({
      product: "prod_local_pro",
      currency: "usd",
      unit_amount: 100,
      recurring: { interval: "month" },
    });
    await stripe.prices.update(price.id, { active: false });
    const line_items = [{ price: price.id, quantity: 1 }];
    expect(await catchStripeError(createCheckoutSession(stripe, { line_items }))).toMatchObject({
      statusCode: 400,
      param: "line_items[0][price]",
    });
  },
  async archivedProduct({ stripe }) {
    await stripe.products.update("prod_local_pro", { active: false });
    const refused = await catchStripeError(createCheckoutSession(stripe));
    expect(refused).toMatchObject({ statusCode: 400, param: undefined });
    expect(refused.message).toContain("its product is not active");
  },
  async noPortal(fixture) {
    const { stripe, control } = fixture;
    const { customer } = await createSubscription(fixture);
    control.removePortal();
    const opening = stripe.billingPortal.sessions.create({ customer: String(customer) });
    const refused = await catchStripeError(opening);
    expect(refused).toMatchObject({ statusCode: 400, param: undefined });
    expect(refused.message).toContain("No configuration provided");
  },
  async taxWithoutAddress({ stripe }) {
    const { id: customer } = await stripe.customers.create();
    const taxed = { customer, automatic_tax: { enabled: true } };
    expect(await catchStripeError(createCheckoutSession(stripe, taxed))).toMatchObject({
      statusCode: 400,
      code: "customer_tax_location_invalid",
    });
    await createCheckoutSession(stripe, { ...taxed, customer_update: { address: "auto" } });
  },
  async taxIdWithoutName({ stripe }) {
    const { id: customer } = await stripe.customers.create();
    const asked = { customer, tax_id_collection: { enabled: true } };
    expect(await catchStripeError(createCheckoutSession(stripe, asked))).toMatchObject({
      statusCode: 400,
      message: expect.stringContaining("set `customer_update[name]` to `auto`"),
    });
    await createCheckoutSession(stripe, { ...asked, customer_update: { name: "auto" } });
  },
  async codesAndDiscounts({ stripe }) {
    const { id: coupon } = await stripe.coupons.create({ percent_off: 20 });
    const both = { allow_promotion_codes: true, discounts: [{ coupon }] };
    expect(await catchStripeError(createCheckoutSession(stripe, both))).toMatchObject({
      statusCode: 400,
      param: "allow_promotion_codes",
    });
    await createCheckoutSession(stripe, { discounts: [{ coupon }] });
  },
  async priceOfOtherMode({ stripe }) {
    const price_data = { currency: "usd", unit_amount: 100, product: "prod_local_pro" };
    const line_items = [{ price_data, quantity: 1 }];
    for (const wrong of [{ mode: "payment" as const }, { line_items }]) {
      const refused = await catchStripeError(createCheckoutSession(stripe, wrong));
      expect(refused).toMatchObject({ statusCode: 400 });
      expect(refused.message).toMatch(/one-time prices|at least one recurring price/);
    }
    await createCheckoutSession(stripe, { mode: "payment", line_items });
  },
  async codeForOnce({ stripe, url }) {
    const { id: coupon } = await stripe.coupons.create({ percent_off: 20, duration: "once" });
    await stripe.promotionCodes.create({ code: "ONCE", promotion: { type: "coupon", coupon } });
    const session = await createCheckoutSession(stripe, { allow_promotion_codes: true });
    await submitForm(`${url}/c/pay/${session.id}/promotion`, { code: "ONCE" });
    await submitForm(session.url, { ...TEST_CARD, email: "ann@example.com" });
    const expand = ["subscription.latest_invoice"];
    const { subscription } = await stripe.checkout.sessions.retrieve(session.id, { expand });
    expect(subscription).toMatchObject({
      discounts: [],
      latest_invoice: { amount_paid: 20_000, total_discount_amounts: [{ amount: 5_000 }] },
    });
  },
  async voidedInvoice(fixture) {
    const { stripe, control } = fixture;
    const { id, customer, items } = await createSubscription(fixture);
    control.declineCharges(true);
    const { current_period_end: end = 0, current_period_start: start = 0 } = items.data[0] ?? {};
    control.advance(end - start);
    const [invoice] = (await stripe.invoices.list({ subscription: id, status: "open" })).data;
    const before = control.events().length;
    control.voidInvoice(invoice?.id ?? "");
    expect(control.events().slice(before)).toMatchObject([{ type: "invoice.voided" }]);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: "past_due" });
    const open = { customer: String(customer), status: "open" } as const;
    expect((await stripe.invoices.list(open)).data).toEqual([]);
  },
  async refundedTwice({ stripe }) {
    const session = await createCheckoutSession(stripe);
    await submitForm(session.url, { ...TEST_CARD, email: "ann@example.com" });
    const { invoice } = await stripe.checkout.sessions.retrieve(session.id);
    const paid = await stripe.invoicePayments.list({ invoice: String(invoice), status: "paid" });
    const payment_intent = String(paid.data[0]?.payment.payment_intent);
    const refund = (amount?: number) =>
      stripe.refunds.create({ payment_intent, ...(amount && { amount }) });
    await refund(1_000);
    expect((await catchStripeError(refund(24_001))).message).toBe(
      "Refund amount ($240.01) is greater than unrefunded amount on charge ($240.00)",
    );
    await refund();
    expect(await catchStripeError(refund())).toMatchObject({
      statusCode: 400,
      code: "charge_already_refunded",
    });
  },
  async expansionDepth({ stripe }) {
    const session = await createCheckoutSession(stripe);
    await submitForm(session.url, TEST_CARD);
    const expand = ["data.subscription.latest_invoice.customer.default_source"];
    expect(await catchStripeError(stripe.checkout.sessions.list({ expand }))).toMatchObject({
      statusCode: 400,
      message: expect.stringContaining("more than 4 levels"),
    });
  },
  async convertedPrice({ stripe }) {
    const { id: customer } = await stripe.customers.create({ email: "a+location_FR@example.com" });
    const buy = async (options: Partial<Stripe.Checkout.SessionCreateParams>) => {
      const { id, url } = await createCheckoutSession(stripe, { customer, ...options });
      await submitForm(url, TEST_CARD);
      const expand = ["subscription"];
      const { subscription } = await stripe.checkout.sessions.retrieve(id, { expand });
      return subscription;
    };
    expect(await buy({})).toMatchObject({
      currency: "usd",
      presentment_details: { presentment_currency: "eur" },
    });
    const listed = await buy({ adaptive_pricing: { enabled: false } });
    expect(listed).toMatchObject({ currency: "usd" });
    expect(listed).not.toHaveProperty("presentment_details");
  },
  async noBusinessName({ stripe, control }) {
    control.removeBusinessName();
    expect(await catchStripeError(createCheckoutSession(stripe))).toMatchObject({
      statusCode: 400,
      param: undefined,
      message: expect.stringContaining("you must set an account or business name"),
    });
  },
  async portalProducts({ stripe }) {
    const expand = ["data.features.subscription_update.products"];
    const read = async (options: Stripe.BillingPortal.ConfigurationListParams) => {
      const { data } = await stripe.billingPortal.configurations.list(options);
      return data[0]?.features.subscription_update.products;
    };
    expect(await read({})).toBeUndefined();
    expect(await read({ expand })).toContainEqual({
      adjustable_quantity: { enabled: false, maximum: null, minimum: 1 },
      prices: [PRICES.pro],
      product: "prod_local_pro",
    });
  },
  async portalCustomerFields({ stripe }) {
    const [portal] = (await stripe.billingPortal.configurations.list()).data;
    expect(portal?.features.customer_update).toEqual({
      enabled: true,
      allowed_updates: ["name", "email", "address", "phone"],
    });
  },
  async finalInvoice(fixture) {
    const { stripe } = fixture;
    const { id, customer, items } = await createSubscription(fixture);
    await stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? "", price: PRICES.business }],
      proration_behavior: "create_prorations",
    });
    await stripe.subscriptions.cancel(id, { invoice_now: true });
    const list = async () => (await stripe.invoices.list({ customer: String(customer) })).data;
    expect(await list()).toMatchObject([{ status: "draft" }, { status: "paid" }]);
    await stripe.customers.del(String(customer));
    expect(await list()).toMatchObject([{ status: "paid" }]);
  },
  async replacedPhases(fixture) {
    const { stripe } = fixture;
    const { id: coupon } = await stripe.coupons.create({ percent_off: 20, duration: "forever" });
    const { id, discounts, schedule } = await scheduleSwitch(fixture, coupon);
    expect(discounts).toHaveLength(1);
    const update = (repeat: (of: Stripe.SubscriptionSchedule.Phase["discounts"]) => object) =>
      stripe.subscriptionSchedules.update(schedule.id, {
        phases: schedule.phases.map(({ start_date, end_date, items, discounts: of }) => ({
          ...{ start_date, end_date, ...repeat(of) },
          items: items.map(({ price }) => ({ price: String(price) })),
        })),
      });
    const toParams = ({ discount }: Stripe.SubscriptionSchedule.Phase.Discount) => ({
      discount: String(discount),
    });
    await update((of) => ({ discounts: of.map(toParams) }));
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ discounts });
    await update(() => ({}));
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ discounts: [] });
  },
  async downgradeToOtherProduct(fixture) {
    const { control } = fixture;
    const scheduled = await switchDown(fixture, await createSubscription(fixture));
    expect(scheduled).toMatchObject({ schedule: { status: "active" } });
    expect(scheduled.items.data).toMatchObject([{ price: { id: PRICES.pro } }]);
    const other = await createSubscription(fixture, { userId: "user-2" });
    control.downgradeAtOnce(String(other.customer));
    const applied = await switchDown(fixture, other);
    expect(applied.schedule).toBeNull();
    expect(applied.items.data).toMatchObject([{ price: { id: PRICES.starter } }]);
  },
  async otherCurrency({ stripe }) {
    const { id: customer } = await stripe.customers.create();
    const { id: price } = await stripe.prices.create({
      product: "prod_local_pro",
      currency: "eur",
      unit_amount: 23_000,
      recurring: { interval: "month" },
    });
    const line_items = [{ price, quantity: 1 }];
    const first = await createCheckoutSession(stripe, { customer, line_items });
    const refused = { statusCode: 400, param: undefined };
    const buy = () => createCheckoutSession(stripe, { customer });
    expect(await catchStripeError(buy())).toMatchObject(refused);
    await submitForm(first.url, { ...TEST_CARD, email: "ann@example.com" });
    expect((await catchStripeError(buy())).message).toMatch(
      /^You cannot combine .* currency eur\.$/,
    );
    const { subscription } = await stripe.checkout.sessions.retrieve(first.id);
    await stripe.subscriptions.cancel(String(subscription));
    await buy();
  },
} satisfies Record<keyof typeof STRIPE_REFUSALS, Call>;

test.each(Object.entries(CALLS))("%s is answered as recorded", async (name, call) => {
  expect(Object.keys(STRIPE_REFUSALS)).toContain(name);
  await using fixture = await startFixture();
  await call(fixture);
});
