/** What a coupon takes off, and how long. Amounts are in the smallest currency unit. */
import type { Account } from "../account.ts";
import { addPeriods } from "../clock.ts";
import type { CouponRecord, Promotion, SubscriptionRecord } from "../records.ts";
import type { Store } from "../store.ts";
import { formatAmount } from "../text.ts";

/** The active promotion code; its case does not matter. */
export function findActiveCode({ promotionCodes }: Store, code: string) {
  const isSame = (other: string) => other.toLowerCase() === code.toLowerCase();
  return [...promotionCodes.values()].find((each) => each.active && isSame(each.code));
}

/** What `promotion` takes off `amount`. */
export function getAmountOff(store: Store, promotion: Promotion | null, amount: number): number {
  if (!promotion) return 0;
  const { percentOff, amountOff } = store.getCoupon(promotion.coupon);
  return percentOff === null
    ? Math.min(amount, amountOff ?? 0)
    : Math.round((amount * percentOff) / 100);
}

/** "20% off" or "$5.00 off", and how long. */
export function describeCoupon(coupon: CouponRecord): string {
  const { percentOff, amountOff, currency, duration, durationInMonths } = coupon;
  const off =
    percentOff === null ? formatAmount(amountOff ?? 0, currency ?? "usd") : `${percentOff}%`;
  const time = duration === "repeating" ? `for ${durationInMonths} months` : duration;
  return `${off} off, ${time}`;
}

/** Counts a redemption, and returns the discount of a new subscription. */
export function redeem({ store, clock }: Account, promotion: Promotion | null) {
  if (!promotion) return null;
  const coupon = store.getCoupon(promotion.coupon);
  coupon.timesRedeemed += 1;
  const code = store.promotionCodes.get(promotion.promotionCode ?? "");
  if (code) code.timesRedeemed += 1;
  const months = coupon.durationInMonths;
  const end = months === null ? null : addPeriods(clock.now(), "month", months);
  return { ...promotion, id: store.newId("di_1"), end };
}

/** What the subscription's discount takes off an invoice of `total`; one for once is used up by it. */
export function takeDiscount({ store, clock }: Account, { id }: SubscriptionRecord, total: number) {
  const subscription = store.getSubscription(id);
  const { discount } = subscription;
  if (discount?.end && discount.end <= clock.now()) subscription.discount = null;
  const amount = getAmountOff(store, subscription.discount, Math.max(0, total));
  if (!discount || amount === 0) return null;
  if (store.getCoupon(discount.coupon).duration === "once") subscription.discount = null;
  return { id: discount.id, amount };
}
