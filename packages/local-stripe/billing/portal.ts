/** What a person does in the billing portal, by the rules of its configuration. */
import type { Account } from "../account.ts";
import { viewSchedule } from "../objects/views.ts";
import type { PortalFeatures, SubscriptionItemRecord, SubscriptionRecord } from "../records.ts";
import { changeItems } from "./changes.ts";
import { costOf, intervalOf } from "./items.ts";
import { endTrial } from "./renewals.ts";
import { cancellationAt, changeSubscription, endSubscription } from "./subscriptions.ts";

/** Ends the plan at its period's end, or now with what that owes. `reason` is noted. */
export function cancelPlan(
  account: Account,
  record: SubscriptionRecord,
  rules: PortalFeatures["cancel"],
  reason: Partial<SubscriptionRecord["cancellation"]>,
): void {
  const noted = { ...record, cancellation: { ...record.cancellation, ...reason } };
  if (rules.mode === "immediately") {
    record.cancellation = noted.cancellation;
    endSubscription(account, record, "cancellation_requested", {
      prorate: rules.proration !== "none",
      invoiceNow: rules.proration === "always_invoice",
    });
    return;
  }
  // In flexible billing mode the portal sets the date and leaves cancel_at_period_end false.
  changeSubscription(account, record, cancellationAt(account, noted, record.periodEnd));
}

/** Takes a cancellation back. */
export function keepPlan(account: Account, record: SubscriptionRecord): void {
  changeSubscription(account, record, cancellationAt(account, record, null));
}

/** Puts `price` in place of the one item there is: now, or with the next period. */
export function switchPlan(
  account: Account,
  record: SubscriptionRecord,
  price: string,
  rules: PortalFeatures["update"],
): void {
  const items = record.items.map((item) => ({ ...item, price }));
  const isTrial = record.status === "trialing";
  if (isTrial && rules.trial === "end_trial") {
    // Stripe's default: who changes the plan during the trial pays from now on.
    changeSubscription(account, record, { items, scheduled: null });
    endTrial(account, record);
    return;
  }
  if (waitsForPeriodEnd(account, record, items, rules)) {
    const schedule = account.store.newId("sub_sched_1");
    changeSubscription(account, record, { scheduled: { schedule, items } });
    const object = viewSchedule(account, record);
    if (object) account.emit({ type: "subscription_schedule.updated", data: { object } });
    return;
  }
  changeItems(account, record, { items, proration: rules.proration }, { scheduled: null });
}

/** Stripe: portal configuration, `schedule_at_period_end`. Amounts are compared by what a year costs. */
function waitsForPeriodEnd(
  account: Account,
  record: SubscriptionRecord,
  items: SubscriptionItemRecord[],
  { atPeriodEnd }: PortalFeatures["update"],
): boolean {
  const before = intervalOf(account, record.items);
  const after = intervalOf(account, items);
  const perYear = (lines: SubscriptionItemRecord[]) =>
    costOf(account, lines) * (intervalOf(account, lines) === "year" ? 1 : 12);
  return (
    (atPeriodEnd.includes("decreasing_item_amount") && perYear(items) < perYear(record.items)) ||
    (atPeriodEnd.includes("shortening_interval") && before === "year" && after === "month")
  );
}
