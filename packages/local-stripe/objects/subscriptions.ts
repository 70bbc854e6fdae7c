/** API object: subscription. */
import type Stripe from "stripe";
import type { Account } from "../account.ts";
import type { SubscriptionItemRecord, SubscriptionRecord } from "../records.ts";
import { toPlan, toPrice } from "./catalog.ts";

export function serializeSubscription(
  account: Account,
  record: SubscriptionRecord,
): Stripe.Subscription {
  const items = record.items.map((item) => toSubscriptionItem(account, record, item));
  return {
    id: record.id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
    },
    billing_cycle_anchor: record.anchor,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: record.cancelAt,
    cancel_at_period_end: record.cancelAtPeriodEnd,
    canceled_at: record.canceledAt,
    cancellation_details: {
      ...record.cancellation,
      comment: null,
      feedback: null,
      feedback_option: null,
    },
    collection_method: "charge_automatically",
    created: record.created,
    currency: items[0]?.price.currency ?? "usd",
    customer: record.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: record.defaultPaymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: record.discount ? [record.discount.id] : [],
    ended_at: record.endedAt,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: {
      object: "list",
      data: items,
      has_more: false,
      url: `/v1/subscription_items?subscription=${record.id}`,
    },
    latest_invoice: record.latestInvoice,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: record.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: "off",
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    ...(record.presentmentCurrency !== null && {
      presentment_details: { presentment_currency: record.presentmentCurrency },
    }),
    schedule: record.scheduled?.schedule ?? null,
    start_date: record.created,
    status: record.status,
    test_clock: null,
    transfer_data: null,
    trial_end: record.trialEnd,
    trial_settings: {
      end_behavior: {
        billing_cycle_anchor: null,
        missing_payment_method: "create_invoice",
      },
    },
    trial_start: record.trialStart,
  };
}

/** The billing period is on the item, not on the subscription (Stripe: changelog, basil). */
function toSubscriptionItem(
  { store }: Account,
  record: SubscriptionRecord,
  item: SubscriptionItemRecord,
): Stripe.SubscriptionItem {
  const price = store.getPrice(item.price);
  return {
    id: item.id,
    object: "subscription_item",
    billing_thresholds: null,
    created: item.created,
    current_period_end: record.periodEnd,
    current_period_start: record.periodStart,
    current_trial: null,
    discounts: [],
    metadata: item.metadata,
    plan: toPlan(price),
    price: toPrice(price),
    quantity: item.quantity,
    subscription: record.id,
    tax_rates: [],
  };
}
