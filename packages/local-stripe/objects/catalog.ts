/** API objects: prices, plans, and products. */
import Stripe from "stripe";
import type { PriceRecord, ProductRecord } from "../records.ts";

export function toPrice(record: PriceRecord): Stripe.Price {
  return {
    id: record.id,
    object: "price",
    active: record.active,
    billing_scheme: "per_unit",
    created: record.created,
    currency: record.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: record.lookupKey,
    metadata: {},
    nickname: null,
    product: record.product,
    recurring: record.interval && {
      interval: record.interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: "licensed",
    },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: record.interval ? "recurring" : "one_time",
    unit_amount: record.unitAmount,
    unit_amount_decimal: Stripe.Decimal.from(record.unitAmount),
  };
}

/** The legacy form of a price, still part of every subscription item. */
export function toPlan(record: PriceRecord): Stripe.Plan {
  if (!record.interval) throw new Error(`${record.id} is not recurring`);
  return {
    id: record.id,
    object: "plan",
    active: record.active,
    amount: record.unitAmount,
    amount_decimal: Stripe.Decimal.from(record.unitAmount),
    billing_scheme: "per_unit",
    created: record.created,
    currency: record.currency,
    interval: record.interval,
    interval_count: 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product: record.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}

export function toProduct(record: ProductRecord): Stripe.Product {
  return {
    id: record.id,
    object: "product",
    active: record.active,
    created: record.created,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: record.metadata,
    name: record.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: record.created,
    url: null,
  };
}
