/** API object: subscription schedule. A change at the end of the period has two phases. */
import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { getCurrency, getInterval } from "../billing/items.ts";
import { nextPeriodEnd } from "../clock.ts";
import type { SubscriptionItemRecord, SubscriptionRecord } from "../records.ts";

/** The schedule of a subscription; undefined when no change is scheduled. */
export function serializeSchedule(
  account: Account,
  record: SubscriptionRecord,
): Stripe.SubscriptionSchedule | undefined {
  if (!record.scheduled) return undefined;
  const { schedule: id, items, card, phaseCard, isDiscounted } = record.scheduled;
  const discounts = record.discount
    ? [{ coupon: null, discount: record.discount.id, promotion_code: null }]
    : [];
  const currency = getCurrency(account, items);
  const nextEnd = nextPeriodEnd(record.anchor, getInterval(account, items), record.periodEnd);
  const current = { start_date: record.periodStart, end_date: record.periodEnd };
  const next = { start_date: record.periodEnd, end_date: nextEnd };
  const own = { default_payment_method: phaseCard };
  return {
    id,
    object: "subscription_schedule",
    application: null,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
    canceled_at: null,
    completed_at: null,
    created: record.periodStart,
    current_phase: current,
    customer: record.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      automatic_tax: { disabled_reason: null, enabled: false, liability: null },
      billing_cycle_anchor: "automatic",
      billing_thresholds: null,
      collection_method: "charge_automatically",
      default_payment_method: card,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: "self" },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: "release",
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [
      toPhase(record.items, currency, { ...current, ...own, discounts }),
      toPhase(items, currency, { ...next, ...own, discounts: isDiscounted ? discounts : [] }),
    ],
    released_at: null,
    released_subscription: null,
    status: "active",
    subscription: record.id,
    test_clock: null,
  };
}

function toPhase(
  items: readonly SubscriptionItemRecord[],
  currency: string,
  phase: Pick<
    Stripe.SubscriptionSchedule.Phase,
    "start_date" | "end_date" | "default_payment_method" | "discounts"
  >,
): Stripe.SubscriptionSchedule.Phase {
  return {
    ...phase,
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency,
    default_tax_rates: [],
    description: null,
    invoice_settings: null,
    items: items.map(({ price, quantity, metadata }) => ({
      billing_thresholds: null,
      discounts: [],
      metadata,
      plan: price,
      price,
      quantity,
      tax_rates: [],
    })),
    metadata: {},
    on_behalf_of: null,
    proration_behavior: "none",
    transfer_data: null,
    trial_end: null,
  };
}
