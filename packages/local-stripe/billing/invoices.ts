/** Invoices: what they ask for, and whether they get paid. */
import { type Account, EVERYONE } from "../account.ts";
import { amountDue, totalOf } from "../objects/invoices.ts";
import { viewInvoice } from "../objects/views.ts";
import type { InvoiceLineRecord, InvoiceRecord, SubscriptionRecord } from "../records.ts";
import { updateCustomer } from "./customers.ts";
import { currencyOf } from "./items.ts";

/** An invoice for `lines` that is not kept: what the next one would say. */
export function draftInvoice(
  account: Account,
  subscription: SubscriptionRecord,
  lines: InvoiceLineRecord[],
): InvoiceRecord {
  const startingBalance = account.store.customer(subscription.customer).balance;
  return {
    id: account.store.newId("upcoming_in_1"),
    created: account.clock.now(),
    number: null,
    customer: subscription.customer,
    subscription: subscription.id,
    currency: currencyOf(account, subscription.items),
    lines,
    startingBalance,
    endingBalance: Math.min(0, totalOf({ lines }) + startingBalance),
    reason: "upcoming",
    status: "draft",
    periodStart: subscription.periodStart,
    periodEnd: subscription.periodEnd,
    attempts: 0,
    nextAttempt: null,
    paidAt: null,
    voidedAt: null,
  };
}

/** Asks for `lines`: an open, final invoice. More credit than debt goes to the customer's balance. */
export function createInvoice(
  account: Account,
  subscription: SubscriptionRecord,
  reason: InvoiceRecord["reason"],
  lines: InvoiceLineRecord[],
): InvoiceRecord {
  const { store } = account;
  const record: InvoiceRecord = {
    ...draftInvoice(account, subscription, lines),
    id: store.newId("in_1"),
    number: `LOCAL-${String(store.invoices.size + 1).padStart(4, "0")}`,
    reason,
    status: "open",
  };
  store.invoices.set(record.id, record);
  account.emit({ type: "invoice.created", data: { object: viewInvoice(account, record) } });
  account.emit({ type: "invoice.finalized", data: { object: viewInvoice(account, record) } });
  updateCustomer(account, store.customer(record.customer), { balance: record.endingBalance });
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

export function voidInvoice(account: Account, record: InvoiceRecord): void {
  record.status = "void";
  record.voidedAt = account.clock.now();
  record.nextAttempt = null;
  account.emit({ type: "invoice.voided", data: { object: viewInvoice(account, record) } });
}

/** The card a subscription is charged to, if any. */
export function chargedCard(
  account: Account,
  subscription: Pick<SubscriptionRecord, "customer" | "defaultPaymentMethod">,
): string | null {
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

/** Whether `invoice` is paid for now: there is nothing to pay, or the charge goes through. */
export function pays(
  account: Account,
  subscription: SubscriptionRecord,
  invoice: InvoiceRecord,
): boolean {
  return amountDue(invoice) === 0 || charge(account, subscription);
}
