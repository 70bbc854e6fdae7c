/** Invoices: one per period, and whether they get paid. */
import { type Account, EVERYONE } from "../account.ts";
import { viewInvoice } from "../objects/views.ts";
import type { InvoiceRecord, SubscriptionRecord } from "../records.ts";

/** Bills the current period of `subscription`: an open, final invoice. */
export function createInvoice(
  account: Account,
  subscription: SubscriptionRecord,
  reason: InvoiceRecord["reason"],
  amount: number,
): InvoiceRecord {
  const { store, clock } = account;
  const price = store.price(subscription.price);
  const count = store.invoices.size + 1;
  const record: InvoiceRecord = {
    id: store.newId("in_1"),
    created: clock.now(),
    number: `LOCAL-${String(count).padStart(4, "0")}`,
    customer: subscription.customer,
    subscription: subscription.id,
    price: subscription.price,
    quantity: subscription.quantity,
    amount,
    description:
      amount === 0
        ? `Trial period for ${price.productName}`
        : `${subscription.quantity} × ${price.productName}`,
    reason,
    status: "open",
    periodStart: subscription.periodStart,
    periodEnd: subscription.periodEnd,
    attempts: 0,
    nextAttempt: null,
    paidAt: null,
  };
  store.invoices.set(record.id, record);
  account.emit({ type: "invoice.created", data: { object: viewInvoice(account, record) } });
  account.emit({ type: "invoice.finalized", data: { object: viewInvoice(account, record) } });
  return record;
}

export function markPaid(account: Account, record: InvoiceRecord): void {
  record.attempts += 1;
  record.status = "paid";
  record.paidAt = account.clock.now();
  record.nextAttempt = null;
  const object = viewInvoice(account, record);
  account.emit({ type: "invoice.paid", data: { object } });
  account.emit({ type: "invoice.payment_succeeded", data: { object } });
}

/** Records a declined attempt; `nextAttempt` is when the next one is due, null for never. */
export function markFailed(
  account: Account,
  record: InvoiceRecord,
  nextAttempt: number | null,
): void {
  record.attempts += 1;
  record.nextAttempt = nextAttempt;
  account.emit({ type: "invoice.payment_failed", data: { object: viewInvoice(account, record) } });
}

/** The card a subscription is charged to, if any. */
export function chargedCard(account: Account, subscription: SubscriptionRecord): string | null {
  const customer = account.store.customer(subscription.customer);
  return subscription.defaultPaymentMethod ?? customer.defaultPaymentMethod;
}

/** Whether a charge made now goes through. Uses up a "decline the next one". */
export function charge(account: Account, subscription: SubscriptionRecord): boolean {
  const { declineNext, declineAlways } = account.settings;
  if (declineNext.delete(subscription.customer)) return false;
  if (declineAlways.has(subscription.customer) || declineAlways.has(EVERYONE)) return false;
  const card = chargedCard(account, subscription);
  const paymentMethod = card === null ? undefined : account.store.paymentMethods.get(card);
  return paymentMethod !== undefined && !paymentMethod.declinesLater;
}
