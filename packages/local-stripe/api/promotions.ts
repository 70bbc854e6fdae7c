/** Coupons and promotion codes: `/v1/coupons` and `/v1/promotion_codes`. */
import type Stripe from "stripe";
import * as v from "valibot";
import { findActiveCode } from "../billing/promotions.ts";
import { toCoupon, toPromotionCode } from "../objects/promotions.ts";
import type { CouponRecord, PromotionCodeRecord } from "../records.ts";
import { findRecord, invalidRequest, missingReference } from "../requests/errors.ts";
import { paginate } from "../requests/pagination.ts";
import * as p from "../requests/parameters.ts";
import type { Api } from "../requests/router.ts";

const CouponParams = v.strictObject({
  amount_off: v.optional(p.integer),
  currency: v.optional(p.text),
  duration: v.optional(p.oneOf("forever", "once", "repeating"), "once"),
  duration_in_months: v.optional(p.integer),
  expand: v.optional(p.expand),
  id: v.optional(p.text),
  metadata: v.optional(p.metadata),
  name: v.optional(p.text),
  percent_off: v.optional(p.decimal),
} satisfies p.Entries<Stripe.CouponCreateParams>);

const PromotionCodeParams = v.strictObject({
  active: v.optional(p.boolean, "true"),
  code: v.optional(p.text),
  expand: v.optional(p.expand),
  metadata: v.optional(p.metadata),
  promotion: v.strictObject({
    coupon: p.text,
    type: p.oneOf("coupon"),
  } satisfies p.Entries<Stripe.PromotionCodeCreateParams.Promotion>),
} satisfies p.Entries<Stripe.PromotionCodeCreateParams>);

const PromotionCodeUpdateParams = v.strictObject({
  active: v.optional(p.boolean),
  expand: v.optional(p.expand),
  metadata: v.optional(p.metadata),
} satisfies p.Entries<Stripe.PromotionCodeUpdateParams>);

const PromotionCodeListParams = v.strictObject({
  ...p.listEntries,
  active: v.optional(p.boolean),
  code: v.optional(p.text),
  coupon: v.optional(p.text),
} satisfies p.Entries<Stripe.PromotionCodeListParams>);

export function registerPromotions({ account, on }: Api): void {
  const { store, clock } = account;
  const existing = (id: string) => findRecord(store.promotionCodes, id, "promotion code");

  on("POST", "/v1/coupons", CouponParams, (parameters) => {
    const { percent_off: percentOff = null, amount_off: amountOff = null } = parameters;
    if ((percentOff === null) === (amountOff === null)) {
      throw invalidRequest("Must provide either percent_off or amount_off.", "percent_off");
    }
    const id = parameters.id ?? store.newId("", 8);
    if (store.coupons.has(id)) {
      throw invalidRequest("Coupon already exists.", "id", "resource_already_exists");
    }
    const record: CouponRecord = {
      id,
      created: clock.now(),
      name: parameters.name ?? null,
      percentOff,
      amountOff,
      currency: parameters.currency ?? null,
      duration: parameters.duration,
      durationInMonths: parameters.duration_in_months ?? null,
      metadata: p.mergeMetadata({}, parameters.metadata),
      timesRedeemed: 0,
    };
    store.coupons.set(record.id, record);
    return toCoupon(record);
  });

  on("GET", "/v1/coupons/:id", p.onlyExpand, (_, id) =>
    toCoupon(findRecord(store.coupons, id, "coupon", "coupon")),
  );

  on("POST", "/v1/promotion_codes", PromotionCodeParams, (parameters) => {
    const { coupon } = parameters.promotion;
    if (!store.coupons.has(coupon)) throw missingReference("coupon", coupon, "promotion[coupon]");
    const code = parameters.code ?? store.newId("", 8).toUpperCase();
    if (findActiveCode(store, code)) {
      throw invalidRequest(
        `An active promotion code with \`code: ${code}\` already exists.`,
        "code",
      );
    }
    const record: PromotionCodeRecord = {
      id: store.newId("promo_1"),
      created: clock.now(),
      code,
      coupon,
      active: parameters.active,
      metadata: p.mergeMetadata({}, parameters.metadata),
      timesRedeemed: 0,
    };
    store.promotionCodes.set(record.id, record);
    return toPromotionCode(record);
  });

  on("GET", "/v1/promotion_codes", PromotionCodeListParams, (query) => {
    const records = [...store.promotionCodes.values()].filter(
      (record) =>
        (query.active ?? record.active) === record.active &&
        (query.code ?? record.code) === record.code &&
        (query.coupon ?? record.coupon) === record.coupon,
    );
    const options = { url: "/v1/promotion_codes", kind: "promotion code" };
    return paginate(records, query, { ...options, serialize: toPromotionCode });
  });

  on("GET", "/v1/promotion_codes/:id", p.onlyExpand, (_, id) => toPromotionCode(existing(id)));

  on("POST", "/v1/promotion_codes/:id", PromotionCodeUpdateParams, ({ active, metadata }, id) => {
    const record = existing(id);
    record.active = active ?? record.active;
    record.metadata = p.mergeMetadata(record.metadata, metadata);
    return toPromotionCode(record);
  });
}
