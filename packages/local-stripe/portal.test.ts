import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { DAY } from "./clock.ts";
import {
  advanceToMidPeriod,
  catchStripeError,
  createSubscription,
  type Fixture,
  getFirstItem,
  PRICES,
  startFixture,
  submitForm,
  TEST_CARD,
} from "./testing.ts";

async function openPortal(fixture: Fixture, options: { trialDays?: number } = {}) {
  const subscription = await createSubscription(fixture, options);
  const session = await fixture.stripe.billingPortal.sessions.create({
    customer: String(subscription.customer),
    return_url: "http://127.0.0.1:9/settings/general",
  });
  return {
    subscription,
    session,
    read: async () => (await fetch(session.url)).text(),
    act: (action: string, fields: Record<string, string> = {}) =>
      submitForm(session.url, { action, subscription: subscription.id, ...fields }),
    current: () => fixture.stripe.subscriptions.retrieve(subscription.id),
  };
}

describe("a portal session", () => {
  test("has a URL and the default configuration", async () => {
    await using fixture = await startFixture();
    const { session, subscription } = await openPortal(fixture);
    expect(session).toMatchObject({
      object: "billing_portal.session",
      customer: subscription.customer,
      return_url: "http://127.0.0.1:9/settings/general",
      url: `${fixture.url}/p/session/${session.id}`,
    });
    const configurations = await fixture.stripe.billingPortal.configurations.list({
      is_default: true,
    });
    expect(configurations.data.map(({ id }) => id)).toEqual([session.configuration]);
  });

  test("can use another configuration", async () => {
    await using fixture = await startFixture();
    const configuration = await fixture.stripe.billingPortal.configurations.create({
      business_profile: { headline: "Studio" },
      default_return_url: "http://127.0.0.1:9/account",
      features: { subscription_cancel: { enabled: true, mode: "at_period_end" } },
    });
    const { customer } = await createSubscription(fixture);
    const session = await fixture.stripe.billingPortal.sessions.create({
      customer: String(customer),
      configuration: configuration.id,
      expand: ["configuration"],
    });
    expect(session).toMatchObject({
      return_url: "http://127.0.0.1:9/account",
      configuration: { business_profile: { headline: "Studio" }, is_default: false },
    });
  });

  test("is rejected for a deleted customer", async () => {
    await using fixture = await startFixture();
    const { customer } = await createSubscription(fixture);
    await fixture.stripe.customers.del(String(customer));
    const create = fixture.stripe.billingPortal.sessions.create({ customer: String(customer) });
    expect(await catchStripeError(create)).toMatchObject({
      statusCode: 400,
      code: "resource_missing",
      param: "customer",
    });
  });
});

describe("the portal page", () => {
  test("shows the plan, next billing date, card, invoices, and return link", async () => {
    await using fixture = await startFixture();
    const { read } = await openPortal(fixture);
    const html = await read();
    for (const text of [
      "</a> — no real money",
      "$250.00 per month",
      "Next billing date",
      "Card ending in 4242",
      "LOCAL-0001",
      'href="http://127.0.0.1:9/settings/general"',
    ]) {
      expect(html).toContain(text);
    }
  });

  test("schedules a cancellation with cancel_at only, and undoes it", async () => {
    await using fixture = await startFixture();
    const { act, read, current, subscription } = await openPortal(fixture);
    expect((await act("cancel")).status).toBe(303);
    expect(await current()).toMatchObject({
      status: "active",
      cancel_at: subscription.items.data[0]?.current_period_end,
      cancel_at_period_end: false,
      canceled_at: expect.any(Number),
    });
    expect(await read()).toContain("Cancels on");
    await act("resume");
    expect(await current()).toMatchObject({ cancel_at: null, canceled_at: null });
  });

  test("cancels a trial at its end", async () => {
    await using fixture = await startFixture();
    const { act, read, current, subscription } = await openPortal(fixture, { trialDays: 14 });
    expect(await read()).toContain("Trial ends on");
    await act("cancel");
    expect((await current()).cancel_at).toBe(subscription.trial_end);
    fixture.control.advance(14 * DAY + 1);
    expect((await current()).status).toBe("canceled");
    expect(await read()).toContain("No current plan");
    expect((await act("resume")).status).toBe(402);
  });

  test("switches the plan", async () => {
    await using fixture = await startFixture();
    const { act, current } = await openPortal(fixture);
    await act("switch", { price: PRICES.business });
    expect((await current()).items.data[0]?.price.id).toBe(PRICES.business);
    expect((await act("switch", { price: "price_none" })).status).toBe(402);
  });

  test("accepts a new card and pays open invoices with it", async () => {
    await using fixture = await startFixture();
    const { act, read, current } = await openPortal(fixture);
    fixture.control.declineNextCharge();
    fixture.control.advance(31 * DAY);
    expect((await current()).status).toBe("past_due");
    const failed = await act("card", { ...TEST_CARD, cardNumber: "4000000000000002" });
    const html = await failed.text();
    expect(html).toContain("Your card was declined.");
    expect(html).toContain('value="4000000000000002"');
    expect((await act("card", { ...TEST_CARD, cardNumber: "4000 0000 0000 0341" })).status).toBe(
      303,
    );
    expect(await read()).toContain("Card ending in 0341");
    await act("pay");
    expect((await current()).status).toBe("past_due");
    await act("card", TEST_CARD);
    await act("pay");
    expect((await current()).status).toBe("active");
  });

  test("is not needed to pay an open invoice on its own page", async () => {
    await using fixture = await startFixture();
    const { current } = await openPortal(fixture);
    fixture.control.declineNextCharge();
    fixture.control.advance(31 * DAY);
    const [open] = (await fixture.stripe.invoices.list({ status: "open" })).data;
    const page = open?.hosted_invoice_url ?? "";
    expect(await (await fetch(page)).text()).toContain("Pay invoice");
    const paid = await (await fetch(page, { method: "POST" })).text();
    expect(paid).toContain("paid");
    expect(paid).not.toContain("Pay invoice");
    expect((await current()).status).toBe("active");
  });

  test("cannot change another customer's subscription", async () => {
    await using fixture = await startFixture();
    const { session } = await openPortal(fixture);
    const other = await createSubscription(fixture, { userId: "user-2" });
    const response = await submitForm(session.url, { action: "cancel", subscription: other.id });
    expect(response.status).toBe(402);
    expect((await fixture.stripe.subscriptions.retrieve(other.id)).cancel_at).toBeNull();
  });

  test("expires when its customer is deleted", async () => {
    await using fixture = await startFixture();
    const { act, subscription } = await openPortal(fixture);
    await fixture.stripe.customers.del(String(subscription.customer));
    expect((await act("cancel")).status).toBe(410);
    expect((await fetch(`${fixture.url}/p/session/bps_none`)).status).toBe(410);
  });
});

describe("a portal flow", () => {
  const RETURN_URL = "http://127.0.0.1:9/settings/general";
  type FlowData = Stripe.BillingPortal.SessionCreateParams.FlowData;

  function openFlow(fixture: Fixture, { customer }: Stripe.Subscription, flow: FlowData) {
    return fixture.stripe.billingPortal.sessions.create({
      customer: String(customer),
      return_url: RETURN_URL,
      flow_data: flow,
    });
  }

  const toSwitch = (subscription: Stripe.Subscription, price: string): FlowData => ({
    type: "subscription_update_confirm",
    subscription_update_confirm: {
      subscription: subscription.id,
      items: [{ id: getFirstItem(subscription).id, price }],
    },
  });
  const toCancel = ({ id }: Stripe.Subscription): FlowData => ({
    type: "subscription_cancel",
    subscription_cancel: { subscription: id },
  });

  test("confirms a switch with the amount due today, and redirects", async () => {
    await using fixture = await startFixture();
    await fixture.stripe.billingPortal.configurations.update("bpc_local_default", {
      features: { subscription_update: { enabled: true, proration_behavior: "always_invoice" } },
    });
    const subscription = await createSubscription(fixture);
    await advanceToMidPeriod(fixture, subscription);
    const session = await openFlow(fixture, subscription, {
      ...toSwitch(subscription, PRICES.business),
      after_completion: { type: "redirect", redirect: { return_url: `${RETURN_URL}?done` } },
    });
    expect(session.flow).toMatchObject({
      type: "subscription_update_confirm",
      after_completion: { type: "redirect", redirect: { return_url: `${RETURN_URL}?done` } },
      subscription_update_confirm: { items: [{ price: PRICES.business }] },
    });
    const html = await (await fetch(session.url)).text();
    expect(html).toContain("Confirm your updates");
    expect(html).toContain("$1,900.00 per month");
    expect(html).not.toContain("Invoices");
    const shown = /Amount due today: ([$\d.,]+)/.exec(html)?.[1];
    const done = await submitForm(session.url, {
      action: "switch",
      subscription: subscription.id,
      price: PRICES.business,
    });
    expect(done.headers.get("location")).toBe(`${RETURN_URL}?done`);
    const [invoice] = (await fixture.stripe.invoices.list()).data;
    expect(`$${((invoice?.amount_paid ?? 0) / 100).toFixed(2)}`).toBe(shown);
    expect(await (await fetch(session.url)).text()).toContain("Current subscription");
  });

  test("shows nothing due for a downgrade at the period's end, and during a trial", async () => {
    await using fixture = await startFixture();
    await fixture.stripe.billingPortal.configurations.update("bpc_local_default", {
      features: {
        subscription_update: {
          enabled: true,
          proration_behavior: "always_invoice",
          schedule_at_period_end: { conditions: [{ type: "decreasing_item_amount" }] },
          trial_update_behavior: "continue_trial",
        },
      },
    });
    const paying = await createSubscription(fixture);
    const trial = await createSubscription(fixture, { userId: "user-2", trialDays: 14 });
    for (const flow of [
      await openFlow(fixture, paying, toSwitch(paying, PRICES.starter)),
      await openFlow(fixture, trial, toSwitch(trial, PRICES.business)),
    ]) {
      expect(await (await fetch(flow.url)).text()).toContain("Amount due today: $0.00");
    }
  });

  test("asks before it cancels, and can end with a hosted confirmation", async () => {
    await using fixture = await startFixture();
    const subscription = await createSubscription(fixture);
    const { url } = await openFlow(fixture, subscription, {
      ...toCancel(subscription),
      after_completion: {
        type: "hosted_confirmation",
        hosted_confirmation: { custom_message: "See you soon" },
      },
    });
    expect(await (await fetch(url)).text()).toContain("It can be used until then.");
    const done = await submitForm(url, { action: "cancel", subscription: subscription.id });
    expect(done.headers.get("location")).toBe(new URL(url).pathname);
    expect(await (await fetch(url)).text()).toContain("See you soon");
    const { cancel_at: end } = await fixture.stripe.subscriptions.retrieve(subscription.id);
    expect(end).toBe(getFirstItem(subscription).current_period_end);
  });

  test("sets a new card as the customer's default, not the subscription's", async () => {
    await using fixture = await startFixture();
    const subscription = await createSubscription(fixture);
    const { url } = await openFlow(fixture, subscription, { type: "payment_method_update" });
    const card = { action: "card", ...TEST_CARD };
    const declined = await submitForm(url, { ...card, cardNumber: "4000000000000002" });
    expect(await declined.text()).toContain("Your card was declined.");
    await submitForm(url, { ...card, cardNumber: "4000 0000 0000 0341" });
    const customer = await fixture.stripe.customers.retrieve(String(subscription.customer));
    const id = customer.deleted ? null : customer.invoice_settings.default_payment_method;
    expect(await fixture.stripe.paymentMethods.retrieve(String(id))).toMatchObject({
      card: { last4: "0341" },
    });
    const { default_payment_method: own } = await fixture.stripe.subscriptions.retrieve(
      subscription.id,
    );
    expect(own).toBe(subscription.default_payment_method);
  });

  test("can offer every plan", async () => {
    await using fixture = await startFixture();
    const subscription = await createSubscription(fixture);
    const { url } = await openFlow(fixture, subscription, {
      type: "subscription_update",
      subscription_update: { subscription: subscription.id },
    });
    expect(await (await fetch(url)).text()).toContain("Starter, $40.00 per month");
  });

  test.each<[string, (subscription: Stripe.Subscription) => FlowData, object]>([
    [
      "to the current price",
      (subscription) => toSwitch(subscription, PRICES.pro),
      { param: "flow_data[subscription_update_confirm][items][0][price]" },
    ],
    [
      "for an unknown subscription",
      (subscription) => toCancel({ ...subscription, id: "sub_none" }),
      { code: "resource_missing" },
    ],
    ["without its details", () => ({ type: "subscription_cancel" }), { code: "parameter_missing" }],
  ])("is rejected %s", async (_, createFlow, error) => {
    await using fixture = await startFixture();
    const subscription = await createSubscription(fixture);
    expect(
      await catchStripeError(openFlow(fixture, subscription, createFlow(subscription))),
    ).toMatchObject({ statusCode: 400, ...error });
  });

  test("is rejected for a canceled, a scheduled, and another customer's subscription", async () => {
    await using fixture = await startFixture();
    const canceled = await createSubscription(fixture);
    const other = await createSubscription(fixture, { userId: "user-2" });
    await fixture.stripe.subscriptions.update(canceled.id, { cancel_at_period_end: true });
    await fixture.stripe.billingPortal.configurations.update("bpc_local_default", {
      features: {
        subscription_update: {
          enabled: true,
          schedule_at_period_end: { conditions: [{ type: "decreasing_item_amount" }] },
        },
      },
    });
    const { url } = await openFlow(fixture, other, toSwitch(other, PRICES.starter));
    await submitForm(url, { action: "switch", subscription: other.id, price: PRICES.starter });
    for (const [customer, flow] of [
      [canceled, toCancel(canceled)],
      [other, toSwitch(other, PRICES.business)],
      [canceled, toCancel(other)],
    ] as const) {
      expect(await catchStripeError(openFlow(fixture, customer, flow))).toMatchObject({
        statusCode: 400,
      });
    }
  });

  test("is rejected while its feature is disabled", async () => {
    await using fixture = await startFixture();
    const { configurations } = fixture.stripe.billingPortal;
    const subscription = await createSubscription(fixture);
    await configurations.update("bpc_local_default", {
      features: {
        payment_method_update: { enabled: false },
        subscription_cancel: { enabled: false },
        subscription_update: { enabled: false },
      },
    });
    for (const flow of [
      toSwitch(subscription, PRICES.business),
      toCancel(subscription),
      { type: "payment_method_update" } as const,
    ]) {
      const error = await catchStripeError(openFlow(fixture, subscription, flow));
      expect(error.message).toContain("is disabled");
    }
  });
});

describe("portal configurations", () => {
  const PRODUCTS = (["starter", "pro", "business"] as const).map((plan) => ({
    product: `prod_local_${plan}`,
    prices: [PRICES[plan]],
  }));
  type Update = Stripe.BillingPortal.ConfigurationUpdateParams.Features.SubscriptionUpdate;

  /** Updates `subscription_update` of the default configuration. */
  async function setUpdate(fixture: Fixture, update: Omit<Update, "enabled">): Promise<void> {
    await fixture.stripe.billingPortal.configurations.update("bpc_local_default", {
      features: {
        subscription_update: {
          enabled: true,
          default_allowed_updates: ["price"],
          products: PRODUCTS,
          ...update,
        },
      },
    });
  }

  test("default to Stripe's values", async () => {
    await using fixture = await startFixture();
    const { configurations } = fixture.stripe.billingPortal;
    const created = await configurations.create({
      features: {
        subscription_update: {
          enabled: true,
          default_allowed_updates: ["price"],
          products: PRODUCTS,
        },
      },
    });
    expect(created.features).toMatchObject({
      invoice_history: { enabled: false },
      subscription_cancel: { enabled: false },
      subscription_update: {
        proration_behavior: "none",
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: "end_trial",
      },
    });
  });

  test("are updated partially", async () => {
    await using fixture = await startFixture();
    await setUpdate(fixture, { proration_behavior: "always_invoice" });
    const { configurations } = fixture.stripe.billingPortal;
    expect(await configurations.retrieve("bpc_local_default")).toMatchObject({
      features: {
        subscription_cancel: { enabled: true, mode: "at_period_end" },
        subscription_update: { proration_behavior: "always_invoice" },
      },
    });
  });

  test("reject missing products and prices of another product", async () => {
    await using fixture = await startFixture();
    const products = [{ product: "prod_local_pro", prices: [PRICES.starter] }];
    const param = "features[subscription_update][products]";
    expect(await catchStripeError(setUpdate(fixture, { products }))).toMatchObject({ param });
    const none = fixture.stripe.billingPortal.configurations.create({
      features: { subscription_update: { enabled: true, default_allowed_updates: ["price"] } },
    });
    expect(await catchStripeError(none)).toMatchObject({ param, code: "parameter_missing" });
  });

  test("end the trial and charge on a plan change, except with continue_trial", async () => {
    await using fixture = await startFixture();
    const { act, current, subscription } = await openPortal(fixture, { trialDays: 14 });
    await setUpdate(fixture, { trial_update_behavior: "continue_trial" });
    await act("switch", { price: PRICES.business });
    expect(await current()).toMatchObject({
      status: "trialing",
      trial_end: subscription.trial_end,
      items: { data: [{ price: { id: PRICES.business } }] },
    });
    await setUpdate(fixture, { trial_update_behavior: "end_trial" });
    await act("switch", { price: PRICES.pro });
    expect((await current()).status).toBe("active");
    const [invoice] = (await fixture.stripe.invoices.list()).data;
    expect(invoice).toMatchObject({ amount_paid: 25_000 });
  });

  test("charge upgrades immediately and schedule downgrades for the next period", async () => {
    await using fixture = await startFixture();
    await setUpdate(fixture, {
      proration_behavior: "always_invoice",
      schedule_at_period_end: { conditions: [{ type: "decreasing_item_amount" }] },
    });
    const { act, read, current, subscription } = await openPortal(fixture);
    await advanceToMidPeriod(fixture, subscription);
    await act("switch", { price: PRICES.business });
    const invoices = async () => (await fixture.stripe.invoices.list()).data;
    expect((await invoices())[0]).toMatchObject({ billing_reason: "subscription_update" });

    await act("switch", { price: PRICES.starter });
    expect(await invoices()).toHaveLength(2);
    const waiting = await current();
    expect(waiting.items.data[0]?.price.id).toBe(PRICES.business);
    expect(waiting.schedule).toMatch(/^sub_sched_/);
    expect(await read()).toContain("then Starter");
    const { schedule } = await fixture.stripe.subscriptions.retrieve(waiting.id, {
      expand: ["schedule"],
    });
    const periodEnd = waiting.items.data[0]?.current_period_end;
    expect(schedule).toMatchObject({
      id: waiting.schedule,
      current_phase: { end_date: periodEnd },
      phases: [
        { items: [{ price: PRICES.business }] },
        { start_date: periodEnd, items: [{ price: PRICES.starter }] },
      ],
    });
    fixture.control.advance(20 * DAY, String(subscription.customer));
    expect(await current()).toMatchObject({
      schedule: null,
      items: { data: [{ price: { id: PRICES.starter } }] },
    });
    expect((await invoices())[0]).toMatchObject({ amount_due: 4_000 });
  });

  test("collect cancellation reasons, and can cancel immediately with prorations", async () => {
    await using fixture = await startFixture();
    await fixture.stripe.billingPortal.configurations.update("bpc_local_default", {
      features: {
        subscription_cancel: {
          enabled: true,
          mode: "immediately",
          proration_behavior: "always_invoice",
          cancellation_reason: { enabled: true, options: ["too_expensive", "unused"] },
        },
      },
    });
    const { act, read, current, subscription } = await openPortal(fixture);
    expect(await read()).toContain('<option value="too_expensive">');
    await advanceToMidPeriod(fixture, subscription);
    await act("cancel", { feedback: "unused", comment: "No time" });
    expect(await current()).toMatchObject({
      status: "canceled",
      cancellation_details: { feedback: "unused", comment: "No time" },
    });
    const customer = await fixture.stripe.customers.retrieve(String(subscription.customer));
    expect(customer.deleted !== true && customer.balance).toBeLessThan(-12_400);
  });

  test("hide disabled features", async () => {
    await using fixture = await startFixture();
    const { configurations, sessions } = fixture.stripe.billingPortal;
    const bare = await configurations.create({ features: { invoice_history: { enabled: true } } });
    const { customer, id } = await createSubscription(fixture);
    const { url } = await sessions.create({ customer: String(customer), configuration: bare.id });
    const html = await (await fetch(url)).text();
    for (const text of ["Cancel plan", "Switch plan", "Update card"]) {
      expect(html).not.toContain(text);
    }
    for (const action of ["cancel", "switch", "card"]) {
      const fields = { action, subscription: id, price: PRICES.business, ...TEST_CARD };
      expect((await submitForm(url, fields)).status).toBe(402);
    }
  });
});
