import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { type Fixture, openPortal, PRICES, startFixture } from "./testing.ts";

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

  test("offer only plans of the subscription's currency", async () => {
    await using fixture = await startFixture();
    const { id: price } = await fixture.stripe.prices.create({
      product: "prod_local_business",
      currency: "eur",
      unit_amount: 170_000,
      recurring: { interval: "month" },
    });
    const { act, current, subscription } = await openPortal(fixture);
    const business = { product: "prod_local_business", prices: [PRICES.business, price] };
    await setUpdate(fixture, { products: [business] });
    expect((await act("switch", { price })).status).toBe(402);
    expect((await current()).items.data[0]?.price.id).toBe(PRICES.pro);
    expect((await act("switch", { price: PRICES.business })).status).toBe(303);
    expect((await current()).id).toBe(subscription.id);
  });
});
