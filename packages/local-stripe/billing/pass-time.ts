/** Time for one customer alone, as Stripe's test clocks have it (Stripe: Billing, Test clocks). */
import type { Account } from "../account.ts";
import type { InvoiceLineRecord, InvoiceRecord, SubscriptionRecord } from "../records.ts";
import { runDueTasks } from "./renewals.ts";

/**
 * Lets `seconds` pass for one customer and does what falls due. Everybody else's clock stays, so their
 * dates move back instead of the clock forward: what was due in a week is due now.
 */
export function passTimeFor(account: Account, customer: string, seconds: number): void {
  const { store } = account;
  const earlier = (moment: number | null) => (moment === null ? null : moment - seconds);
  const earlierLine = (line: InvoiceLineRecord) => ({
    ...line,
    periodStart: line.periodStart - seconds,
    periodEnd: line.periodEnd - seconds,
  });
  for (const record of store.subscriptionsOf(customer)) {
    Object.assign(record, {
      created: record.created - seconds,
      // Months differ in length: counted from the old anchor, the next period would end a day off.
      anchor: record.periodEnd - seconds,
      periodStart: record.periodStart - seconds,
      periodEnd: record.periodEnd - seconds,
      trialStart: earlier(record.trialStart),
      trialEnd: earlier(record.trialEnd),
      cancelAt: earlier(record.cancelAt),
      canceledAt: earlier(record.canceledAt),
      endedAt: earlier(record.endedAt),
      pendingLines: record.pendingLines.map(earlierLine),
    } satisfies Partial<SubscriptionRecord>);
    for (const invoice of store.invoicesOf(record.id)) {
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
  runDueTasks(account);
}
