import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { DAY } from "./clock.ts";
import {
  advanceToMidPeriod,
  createSubscription,
  type Fixture,
  getFirstItem,
  PRICES,
  startFixture,
} from "./testing.ts";

/** From the middle of one period into the next. */
const INTO_NEXT = 20 * DAY;
/** Half of each plan's monthly price. */
const HALF = { pro: 12_500, business: 95_000 };

/** A pro subscription in the middle of its period. */
async function halfway(fixture: Fixture) {
  const subscription = await createSubscription(fixture);
  await advanceToMidPeriod(fixture, subscription);
  const { id } = getFirstItem(subscription);
  const change = (
    plan: keyof typeof PRICES,
    options: Stripe.SubscriptionUpdateParams = {},
  ): Promise<Stripe.Subscription> =>
    fixture.stripe.subscriptions.update(subscription.id, {
      items: [{ id, price: PRICES[plan] }],
      ...options,
    });
  return { subscription, change };
}

async function invoicesOf(fixture: Fixture, { id }: { id: string }): Promise<Stripe.Invoice[]> {
  return (await fixture.stripe.invoices.list({ subscription: id })).data;
}

/** Line amounts rounded to dollars, because the test's duration affects cents. */
function dollars(invoice: Stripe.Invoice | undefined): number[] {
  return (invoice?.lines.data ?? []).map(({ amount }) => Math.round(amount / 100));
}

describe("a plan change in the middle of the period", () => {
  test("adds prorations to the next invoice by default", async () => {
    await using fixture = await startFixture();
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

  test("is invoiced and charged immediately with always_invoice", async () => {
    await using fixture = await startFixture();
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
});
