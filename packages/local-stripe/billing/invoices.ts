/** Invoices and their payment. */
import { type Account, EVERYONE } from "../account.ts";
import { getAmountDue, getSubtotal, getTotal, serializeInvoice } from "../objects/invoices.ts";
import type { InvoiceLineRecord, InvoiceRecord, SubscriptionRecord } from "../records.ts";
import { updateCustomer } from "./customers.ts";
import { getCurrency } from "./items.ts";
import { takeDiscount } from "./promotions.ts";

/** Creates a draft invoice for `lines`. */
export function createDraft(
  account: Account,
  subscription: SubscriptionRecord,
  reason: InvoiceRecord["reason"],
  lines: InvoiceLineRecord[],
): InvoiceRecord {
  const { store } = account;
  const discount = takeDiscount(account, subscription, getSubtotal(lines));
  const startingBalance = account.store.getCustomer(subscription.customer).balance;
  const record: InvoiceRecord = {
    id: store.newId("in_1"),
    created: account.clock.now(),
    number: null,
    customer: subscription.customer,
    subscription: subscription.id,
    currency: getCurrency(account, subscription.items),
    lines,
    discount,
    startingBalance,
    endingBalance: Math.min(0, getTotal({ lines, discount }) + startingBalance),
    reason,
    status: "draft",
    periodStart: subscription.periodStart,
    periodEnd: subscription.periodEnd,
    attempts: 0,
    nextAttempt: null,
    paidAt: null,
    paidWith: null,
    voidedAt: null,
  };
  store.invoices.set(record.id, record);
  account.emit({ type: "invoice.created", data: { object: serializeInvoice(account, record) } });
  return record;
}

/**
 * Creates and finalizes an invoice for `lines`. A negative total becomes a credit on the customer's balance.
 */
export function createInvoice(...order: Parameters<typeof createDraft>): InvoiceRecord {
  const [account] = order;
  const { store } = account;
  const record = createDraft(...order);
  record.number = `LOCAL-${String(store.invoices.size).padStart(4, "0")}`;
  record.status = "open";
  account.emit({ type: "invoice.finalized", data: { object: serializeInvoice(account, record) } });
  updateCustomer(account, store.getCustomer(record.customer), { balance: record.endingBalance });
  return record;
}

/** `card` is the payment method that was charged, or null when none was. */
export function markPaid(account: Account, record: InvoiceRecord, card: string | null): void {
  record.attempts += 1;
  record.status = "paid";
  record.paidWith = card;
  record.paidAt = account.clock.now();
  record.nextAttempt = null;
  const object = serializeInvoice(account, record);
  account.emit({ type: "invoice.paid", data: { object } });
  account.emit({ type: "invoice.payment_succeeded", data: { object } });
}

/** Voids an invoice as the Dashboard does: the subscription keeps its status. */
export function voidInvoice(account: Account, record: InvoiceRecord): void {
  record.status = "void";
  record.voidedAt = account.clock.now();
  record.nextAttempt = null;
  account.emit({ type: "invoice.voided", data: { object: serializeInvoice(account, record) } });
}

/** Records a failed payment attempt. `nextAttempt` is the time of the retry, or null for none. */
export function markFailed(
  account: Account,
  record: InvoiceRecord,
  nextAttempt: number | null,
): void {
  record.attempts += 1;
  record.nextAttempt = nextAttempt;
  account.emit({
    type: "invoice.payment_failed",
    data: { object: serializeInvoice(account, record) },
  });
}

/** The payment method the subscription is charged to, or null. */
export function getChargeableCard(
  account: Account,
  subscription: Pick<SubscriptionRecord, "customer" | "defaultPaymentMethod">,
): string | null {
  const customer = account.store.getCustomer(subscription.customer);
  return subscription.defaultPaymentMethod ?? customer.defaultPaymentMethod;
}

/** Simulates a charge to a card on file; true when it succeeds. Consumes a pending `declineNext`. */
function charge(account: Account, subscription: SubscriptionRecord, card: string | null): boolean {
  const { declineNext, declineAlways } = account.settings;
  if (declineNext.delete(subscription.customer)) return false;
  if (declineAlways.has(subscription.customer) || declineAlways.has(EVERYONE)) return false;
  const paymentMethod = card === null ? undefined : account.store.paymentMethods.get(card);
  return paymentMethod !== undefined && !paymentMethod.declinesLater;
}

/** True when nothing is due or the charge succeeds. */
export function chargeInvoice(
  account: Account,
  subscription: SubscriptionRecord,
  invoice: InvoiceRecord,
  card: string | null,
): boolean {
  return getAmountDue(invoice) === 0 || charge(account, subscription, card);
}
