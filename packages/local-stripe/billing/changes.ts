/** A change of what a subscription holds: what it owes for the running period, and when that is asked for. */
import type { Account } from "../account.ts";
import { nextPeriodEnd } from "../clock.ts";
import { cardDeclined } from "../errors.ts";
import { amountDue } from "../objects/invoices.ts";
import type {
  InvoiceLineRecord,
  PRORATION_BEHAVIORS,
  SubscriptionItemRecord,
  SubscriptionRecord,
} from "../records.ts";
import { charge, createInvoice, markPaid } from "./invoices.ts";
import { intervalOf, periodLines, prorationLines } from "./items.ts";
import { collect } from "./renewals.ts";
import { changeSubscription, isBilled } from "./subscriptions.ts";

export type ProrationBehavior = (typeof PRORATION_BEHAVIORS)[number];

export interface ItemChange {
  items: SubscriptionItemRecord[];
  proration: ProrationBehavior;
  /** Whether a declined payment leaves everything as it was, with an error. */
  failsUnpaid?: boolean;
}

/** What a change owes, and whether it is asked for at once. */
export interface ChangeBill {
  lines: InvoiceLineRecord[];
  isInvoicedNow: boolean;
  /** What changes besides the items: another interval starts a new period today. */
  period: Partial<SubscriptionRecord>;
}

/**
 * Puts `items` in place of what the subscription holds, together with other `changes`. Throws 402 when it
 * may not stay unpaid and the card is declined.
 */
export function changeItems(
  account: Account,
  record: SubscriptionRecord,
  { items, proration, failsUnpaid = false }: ItemChange,
  changes: Partial<SubscriptionRecord> = {},
): void {
  const bill = billChange(account, record, items, proration);
  if (!bill.isInvoicedNow) {
    const pendingLines = [...record.pendingLines, ...bill.lines];
    changeSubscription(account, record, { ...changes, items, pendingLines });
    return;
  }
  const { balance } = account.store.customer(record.customer);
  const isDue = amountDue({ lines: bill.lines, startingBalance: balance }) > 0;
  if (failsUnpaid && isDue && !charge(account, record)) throw cardDeclined();
  const billed = { ...record, ...bill.period, items };
  const invoice = createInvoice(account, billed, "subscription_update", bill.lines);
  changeSubscription(account, record, {
    ...changes,
    ...bill.period,
    items,
    pendingLines: [],
    latestInvoice: invoice.id,
  });
  if (failsUnpaid) markPaid(account, invoice);
  else collect(account, record, invoice);
}

/** Works out what the change would cost, changing nothing. */
export function billChange(
  account: Account,
  record: SubscriptionRecord,
  items: readonly SubscriptionItemRecord[],
  proration: ProrationBehavior,
): ChangeBill {
  const owed =
    proration === "none" || !isBilled(record)
      ? []
      : prorationLines(account, record.items, items, record);
  const interval = intervalOf(account, items);
  if (isBilled(record) && interval !== intervalOf(account, record.items)) {
    const now = account.clock.now();
    const period = { anchor: now, periodStart: now, periodEnd: nextPeriodEnd(now, interval, now) };
    // The remaining time of the old period means nothing in the new one, which is asked for in full.
    const unused = owed.filter(({ amount }) => amount < 0);
    const lines = [...record.pendingLines, ...unused, ...periodLines(account, items, period)];
    return { lines, isInvoicedNow: true, period };
  }
  const isInvoicedNow = proration === "always_invoice" && owed.length > 0;
  const lines = isInvoicedNow ? [...record.pendingLines, ...owed] : owed;
  return { lines, isInvoicedNow, period: {} };
}
