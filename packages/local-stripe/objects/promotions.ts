/** API objects: coupons and promotion codes. */
import type Stripe from "stripe";
import type { CouponRecord, PromotionCodeRecord } from "../records.ts";

export function toCoupon(record: CouponRecord): Stripe.Coupon {
  return {
    id: record.id,
    object: "coupon",
    amount_off: record.amountOff,
    created: record.created,
    currency: record.currency,
    duration: record.duration,
    duration_in_months: record.durationInMonths,
    livemode: false,
    max_redemptions: null,
    metadata: record.metadata,
    name: record.name,
    percent_off: record.percentOff,
    redeem_by: null,
    times_redeemed: record.timesRedeemed,
    valid: true,
  };
}

export function toPromotionCode(record: PromotionCodeRecord): Stripe.PromotionCode {
  return {
    id: record.id,
    object: "promotion_code",
    active: record.active,
    code: record.code,
    created: record.created,
    customer: null,
    customer_account: null,
    expires_at: null,
    livemode: false,
    max_redemptions: null,
    metadata: record.metadata,
    promotion: { coupon: record.coupon, type: "coupon" },
    restrictions: {
      first_time_transaction: false,
      minimum_amount: null,
      minimum_amount_currency: null,
    },
    times_redeemed: record.timesRedeemed,
  };
}
