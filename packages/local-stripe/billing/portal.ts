/** Billing portal actions, according to the portal configuration. */
import type { Account } from "../account.ts";
import { getAmountDue, getSubtotal } from "../objects/invoices.ts";
import { serializeSchedule } from "../objects/schedules.ts";
import type { PortalFeatures, SubscriptionItemRecord, SubscriptionRecord } from "../records.ts";
import { calculateItemChange, updateItems } from "./item-changes.ts";
import { getCost, getCurrency, getInterval } from "./items.ts";
import { getAmountOff } from "./promotions.ts";
import { endTrial } from "./renewals.ts";
import { toCancellation, updateSubscription } from "./subscriptions.ts";

/** Cancels at the end of the period: in flexible billing mode by date, with `cancel_at_period_end` false. */
export function cancelPlan(account: Account, record: SubscriptionRecord): void {
  updateSubscription(account, record, toCancellation(account, record.periodEnd));
}

/** Undoes a scheduled cancellation. */
export function undoCancellation(account: Account, record: SubscriptionRecord): void {
  updateSubscription(account, record, toCancellation(account, null));
}

/** Switches the subscription's single item to `price`, now or at the end of the period. */
export function switchPlan(
  account: Account,
  record: SubscriptionRecord,
  price: string,
  rules: PortalFeatures["update"],
): void {
  const items = record.items.map((item) => ({ ...item, price }));
  const isTrial = record.status === "trialing";
  if (isTrial && rules.trial === "end_trial") {
    // Stripe's default: switching plans ends the trial.
    updateSubscription(account, record, { items, scheduled: null });
    endTrial(account, record);
    return;
  }
  if (isScheduledForPeriodEnd(account, record, items, rules)) {
    const schedule = account.store.newId("sub_sched_1");
    // The card of the moment: until it is replaced there, it is set when the next phase starts.
    const card = record.defaultPaymentMethod;
    updateSubscription(account, record, {
      scheduled: { schedule, items, card, phaseCard: card, isDiscounted: true },
    });
    const object = serializeSchedule(account, record);
    if (object) account.emit({ type: "subscription_schedule.updated", data: { object } });
    return;
  }
  updateItems(account, record, { items, proration: rules.proration }, { scheduled: null });
}

/** What `switchPlan` would charge today, in the currency's smallest unit. */
export function quoteSwitch(
  account: Account,
  record: SubscriptionRecord,
  price: string,
  rules: PortalFeatures["update"],
): number {
  const items = record.items.map((item) => ({ ...item, price }));
  if (record.status === "trialing") {
    return rules.trial === "end_trial" ? getCost(account, items) : 0;
  }
  if (isScheduledForPeriodEnd(account, record, items, rules)) return 0;
  const { isInvoicedNow, lines } = calculateItemChange(account, record, items, rules.proration);
  if (!isInvoicedNow) return 0;
  const { store } = account;
  const amount = getAmountOff(store, record.discount, Math.max(0, getSubtotal(lines)));
  return getAmountDue({
    lines,
    discount: record.discount && { id: record.discount.id, amount },
    startingBalance: store.getCustomer(record.customer).balance,
  });
}

/**
 * Prices to switch to, in the same currency. Stripe's portal cannot switch subscriptions with several items.
 */
export function getAvailablePrices(
  account: Account,
  record: SubscriptionRecord,
  { enabled, allowed, products }: PortalFeatures["update"],
): string[] {
  if (!enabled || !allowed.includes("price") || record.items.length > 1) return [];
  const currency = getCurrency(account, record.items);
  return products
    .flatMap(({ prices }) => prices)
    .filter((id) => {
      const price = account.store.prices.get(id);
      if (!price?.active || price.currency !== currency) return false;
      return record.items.every((item) => item.price !== id);
    });
}

/**
 * Applies `schedule_at_period_end`; amounts are compared per year (Stripe: portal configuration). Whether it
 * applies to another product is contested: by default, it does.
 */
function isScheduledForPeriodEnd(
  account: Account,
  record: SubscriptionRecord,
  items: SubscriptionItemRecord[],
  { atPeriodEnd }: PortalFeatures["update"],
): boolean {
  const { settings, store } = account;
  const [product, ...others] = [...record.items, ...items].map(
    ({ price }) => store.getPrice(price).product,
  );
  const isSameProduct = others.every((other) => other === product);
  if (settings.downgradeAtOnce.has(record.customer) && !isSameProduct) return false;
  const before = getInterval(account, record.items);
  const after = getInterval(account, items);
  const perYear = (lines: SubscriptionItemRecord[]) =>
    getCost(account, lines) * (getInterval(account, lines) === "year" ? 1 : 12);
  return (
    (atPeriodEnd.includes("decreasing_item_amount") && perYear(items) < perYear(record.items)) ||
    (atPeriodEnd.includes("shortening_interval") && before === "year" && after === "month")
  );
}
