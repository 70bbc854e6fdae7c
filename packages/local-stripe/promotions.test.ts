import type Stripe from "stripe";
import { expect, test } from "vitest";
import {
  catchStripeError,
  createCheckoutSession,
  type Fixture,
  startFixture,
  submitForm,
  TEST_CARD,
} from "./testing.ts";

const MONTH = 31 * 86_400;

/** A checkout of the pro plan, 250.00 a month, with the code FRIENDS typed in. */
async function subscribe(
  { stripe, url }: Fixture,
  coupon: Stripe.CouponCreateParams,
  options: Partial<Stripe.Checkout.SessionCreateParams> = {},
) {
  const { id } = await stripe.coupons.create(coupon);
  const promotion = { type: "coupon", coupon: id } as const;
  const code = await stripe.promotionCodes.create({ code: "FRIENDS", promotion });
  const session = await createCheckoutSession(stripe, { allow_promotion_codes: true, ...options });
  const page = `${url}/c/pay/${session.id}`;
  const applied = await submitForm(`${page}/promotion`, { code: "friends " });
  expect(applied.status).toBe(303);
  const shown = await (await fetch(page)).text();
  await submitForm(page, { ...TEST_CARD, email: "ann@example.com" });
  const paid = await stripe.checkout.sessions.retrieve(session.id);
  const invoices = async () =>
    (await stripe.invoices.list({ subscription: String(paid.subscription) })).data;
  return { code, shown, paid, invoices };
}

test.each([
  ["once", { percent_off: 20, duration: "once" }, [20_000, 25_000, 25_000]],
  ["forever", { percent_off: 20, duration: "forever" }, [20_000, 20_000, 20_000]],
  [
    "for two months",
    { amount_off: 1_000, currency: "usd", duration: "repeating", duration_in_months: 2 },
    [24_000, 24_000, 25_000],
  ],
] as const)("a promotion code takes off a part %s", async (_, coupon, amounts) => {
  await using fixture = await startFixture();
  const { code, shown, paid, invoices } = await subscribe(fixture, coupon);
  expect(shown).toContain("FRIENDS (");
  expect(paid).toMatchObject({
    amount_subtotal: 25_000,
    amount_total: amounts[0],
    discounts: [{ promotion_code: code.id }],
    total_details: { amount_discount: 25_000 - amounts[0] },
  });
  fixture.control.advance(MONTH);
  fixture.control.advance(MONTH);
  const paidAmounts = (await invoices()).map(({ amount_paid: amount }) => amount);
  expect(paidAmounts.toReversed()).toEqual(amounts);
  const { promotionCodes } = fixture.stripe;
  expect(await promotionCodes.retrieve(code.id)).toMatchObject({ times_redeemed: 1 });
});

test("a code for once waits until the trial is over", async () => {
  await using fixture = await startFixture();
  const { paid, invoices } = await subscribe(
    fixture,
    { percent_off: 20, duration: "once" },
    { subscription_data: { trial_period_days: 14 } },
  );
  expect(paid).toMatchObject({ amount_total: 0, payment_status: "no_payment_required" });
  fixture.control.advance(15 * 86_400);
  expect((await invoices()).map(({ total }) => total)).toEqual([20_000, 0]);
});

test("an unknown or inactive code is refused on the page, and no page asks without the parameter", async () => {
  await using fixture = await startFixture();
  const { stripe, url } = fixture;
  const { code } = await subscribe(fixture, { percent_off: 20 });
  const { id: coupon } = await stripe.coupons.create({ percent_off: 5 });
  const promotion = { type: "coupon", coupon } as const;
  const again = stripe.promotionCodes.create({ code: "friends", promotion });
  expect(await catchStripeError(again)).toMatchObject({ param: "code" });
  await stripe.promotionCodes.update(code.id, { active: false });
  const session = await createCheckoutSession(stripe, { allow_promotion_codes: true });
  const refused = await submitForm(`${url}/c/pay/${session.id}/promotion`, { code: "FRIENDS" });
  expect(await refused.text()).toContain("This code is invalid.");
  const without = await createCheckoutSession(stripe);
  expect(await (await fetch(String(without.url))).text()).not.toContain("Promotion code");
});
