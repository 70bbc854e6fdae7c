import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { DAY } from "./clock.ts";
import {
  advanceToMidPeriod,
  createSubscription,
  type Fixture,
  getFirstItem,
  openPortal,
  PRICES,
  startFixture,
  submitForm,
  TEST_CARD,
} from "./testing.ts";

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
});

describe("the portal page", () => {
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
    expect(html).toContain("Current plan: Pro, $250.00 per month");
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

  test("asks before it cancels, and returns to the homepage", async () => {
    await using fixture = await startFixture();
    const subscription = await createSubscription(fixture);
    const { url } = await openFlow(fixture, subscription, toCancel(subscription));
    expect(await (await fetch(url)).text()).toContain("It can be used until then.");
    const done = await submitForm(url, { action: "cancel", subscription: subscription.id });
    expect(done.headers.get("location")).toBe(new URL(url).pathname);
    expect(await (await fetch(url)).text()).toContain("Don’t cancel");
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
});
