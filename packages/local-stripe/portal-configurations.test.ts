import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { DAY } from "./clock.ts";
import {
  advanceToMidPeriod,
  catchStripeError,
  type Fixture,
  openPortal,
  PRICES,
  startFixture,
} from "./testing.ts";

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
    const scheduleId = String(waiting.schedule);
    const released = await fixture.stripe.subscriptionSchedules.release(scheduleId);
    expect(released).toMatchObject({ status: "released", released_subscription: waiting.id });
    expect((await current()).schedule).toBeNull();
    await act("switch", { price: PRICES.starter });
    fixture.control.advance(20 * DAY, String(subscription.customer));
    expect(await current()).toMatchObject({
      schedule: null,
      items: { data: [{ price: { id: PRICES.starter } }] },
    });
    expect((await invoices())[0]).toMatchObject({ amount_due: 4_000 });
  });

  test("collect cancellation reasons, and cancel at the period's end only", async () => {
    await using fixture = await startFixture();
    await fixture.stripe.billingPortal.configurations.update("bpc_local_default", {
      features: {
        subscription_cancel: {
          enabled: true,
          cancellation_reason: { enabled: true, options: ["too_expensive", "unused"] },
        },
      },
    });
    const { act, read, current } = await openPortal(fixture);
    expect(await read()).toContain('<option value="too_expensive">');
    await act("cancel", { feedback: "unused", comment: "No time" });
    expect(await current()).toMatchObject({
      status: "active",
      cancellation_details: { feedback: "unused", comment: "No time" },
    });
    const immediately = fixture.stripe.billingPortal.configurations.create({
      features: { subscription_cancel: { enabled: true, mode: "immediately" } },
    });
    expect((await catchStripeError(immediately)).message).toContain("at the period's end only");
  });
});
