/** Changes to a subscription's items: prorations and when they are invoiced. */
import type { Account } from "../account.ts";
import { nextPeriodEnd } from "../clock.ts";
import type {
  InvoiceLineRecord,
  PRORATION_BEHAVIORS,
  SubscriptionItemRecord,
  SubscriptionRecord,
} from "../records.ts";
import { createInvoice } from "./invoices.ts";
import { createPeriodLines, createProrationLines, getInterval } from "./items.ts";
import { collectPayment } from "./renewals.ts";
import { isBillable, updateSubscription } from "./subscriptions.ts";

type ProrationBehavior = (typeof PRORATION_BEHAVIORS)[number];

interface ItemChange {
  items: SubscriptionItemRecord[];
  proration: ProrationBehavior;
}

/** The invoice lines of a change, and whether they are invoiced immediately. */
interface ItemChangeBill {
  lines: InvoiceLineRecord[];
  isInvoicedNow: boolean;
  /** Period changes: a new interval starts a new period now. */
  period: Partial<SubscriptionRecord>;
}

/** Replaces the subscription's items, together with other `changes`. */
export function updateItems(
  account: Account,
  record: SubscriptionRecord,
  { items, proration }: ItemChange,
  changes: Partial<SubscriptionRecord> = {},
): void {
  const bill = calculateItemChange(account, record, items, proration);
  if (!bill.isInvoicedNow) {
    const pendingLines = [...record.pendingLines, ...bill.lines];
    updateSubscription(account, record, { ...changes, items, pendingLines });
    return;
  }
  const billed = { ...record, ...bill.period, items };
  const invoice = createInvoice(account, billed, "subscription_update", bill.lines);
  updateSubscription(account, record, {
    ...changes,
    ...bill.period,
    items,
    pendingLines: [],
    latestInvoice: invoice.id,
  });
  collectPayment(account, record, invoice);
}

/** Calculates what a change costs, without side effects. */
export function calculateItemChange(
  account: Account,
  record: SubscriptionRecord,
  items: readonly SubscriptionItemRecord[],
  proration: ProrationBehavior,
): ItemChangeBill {
  const owed =
    proration === "none" || !isBillable(record)
      ? []
      : createProrationLines(account, record.items, items, record);
  const interval = getInterval(account, items);
  if (isBillable(record) && interval !== getInterval(account, record.items)) {
    const now = account.clock.now();
    const period = { anchor: now, periodStart: now, periodEnd: nextPeriodEnd(now, interval, now) };
    // The new period is billed in full, so only the credit for unused time applies.
    const unused = owed.filter(({ amount }) => amount < 0);
    const lines = [...record.pendingLines, ...unused, ...createPeriodLines(account, items, period)];
    return { lines, isInvoicedNow: true, period };
  }
  const isInvoicedNow = proration === "always_invoice" && owed.length > 0;
  const lines = isInvoicedNow ? [...record.pendingLines, ...owed] : owed;
  return { lines, isInvoicedNow, period: {} };
}
