/** Advances time for one customer, like Stripe's test clocks (Stripe: Billing, Test clocks). */
import type { Account } from "../account.ts";
import type { InvoiceLineRecord, InvoiceRecord, SubscriptionRecord } from "../records.ts";
import { runDueTasks } from "./renewals.ts";

/**
 * Advances time by `seconds` for one customer and runs due tasks. The shared clock does not move; the
 * customer's dates move into the past instead. Events are dated now, as a reader of new events would miss
 * earlier ones.
 */
export function advanceCustomerTime(account: Account, customer: string, seconds: number): void {
  const { store } = account;
  const earlier = (moment: number | null) => (moment === null ? null : moment - seconds);
  const earlierLine = (line: InvoiceLineRecord) => ({
    ...line,
    periodStart: line.periodStart - seconds,
    periodEnd: line.periodEnd - seconds,
  });
  for (const record of store.getCustomerSubscriptions(customer)) {
    Object.assign(record, {
      created: record.created - seconds,
      // Months differ in length: from the old anchor, the next period could end a day off.
      anchor: record.periodEnd - seconds,
      periodStart: record.periodStart - seconds,
      periodEnd: record.periodEnd - seconds,
      trialStart: earlier(record.trialStart),
      trialEnd: earlier(record.trialEnd),
      cancelAt: earlier(record.cancelAt),
      canceledAt: earlier(record.canceledAt),
      endedAt: earlier(record.endedAt),
      pendingLines: record.pendingLines.map(earlierLine),
      discount: record.discount && { ...record.discount, end: earlier(record.discount.end) },
    } satisfies Partial<SubscriptionRecord>);
    for (const invoice of store.getSubscriptionInvoices(record.id)) {
      Object.assign(invoice, {
        created: invoice.created - seconds,
        lines: invoice.lines.map(earlierLine),
        periodStart: invoice.periodStart - seconds,
        periodEnd: invoice.periodEnd - seconds,
        nextAttempt: earlier(invoice.nextAttempt),
        paidAt: earlier(invoice.paidAt),
      } satisfies Partial<InvoiceRecord>);
    }
  }
  account.clock.dateEventsNow(() => runDueTasks(account));
}
