/** The life of a subscription: start, change, cancel, end. Time moves it on in `renewals.ts`. */
import type { Account } from "../account.ts";
import { nextPeriodEnd } from "../clock.ts";
import { cardDeclined } from "../errors.ts";
import { previousAttributes } from "../events.ts";
import { viewSubscription } from "../objects/views.ts";
import type { OrderLine, SubscriptionRecord } from "../records.ts";
import { charge, createInvoice, markFailed, markPaid, pays } from "./invoices.ts";
import { intervalOf, newItems, periodLines, prorationLines } from "./items.ts";

export interface NewSubscription {
  customer: string;
  lines: readonly OrderLine[];
  description: string | null;
  metadata: Record<string, string>;
  trialEnd: number | null;
  missingPaymentMethod: SubscriptionRecord["missingPaymentMethod"];
  paymentMethod: string | null;
  automaticTax?: boolean;
  /**
   * How the first invoice is paid: it has been already, the card is charged now, charged or nothing starts,
   * or somebody pays later. Unpaid, the subscription is `incomplete`.
   */
  payment: "paid" | "charge" | "charge_or_fail" | "later";
}

export function isEnded({ status }: SubscriptionRecord): boolean {
  return status === "canceled" || status === "incomplete_expired";
}

/** Starts a subscription. Throws 402 when it has to be paid for at once and the card is declined. */
export function startSubscription(account: Account, order: NewSubscription): SubscriptionRecord {
  const { store, clock } = account;
  const now = clock.now();
  const isTrial = order.trialEnd !== null;
  const record: SubscriptionRecord = {
    id: store.newId("sub_1"),
    created: now,
    customer: order.customer,
    status: isTrial ? "trialing" : "active",
    items: newItems(account, order.lines),
    pendingLines: [],
    scheduled: null,
    automaticTax: order.automaticTax ?? false,
    description: order.description,
    metadata: order.metadata,
    anchor: order.trialEnd ?? now,
    periodStart: now,
    periodEnd: order.trialEnd ?? nextPeriodEnd(now, intervalOf(account, order.lines), now),
    trialStart: isTrial ? now : null,
    trialEnd: order.trialEnd,
    trialEndAnnounced: false,
    missingPaymentMethod: order.missingPaymentMethod,
    cancelAt: null,
    cancelAtPeriodEnd: false,
    canceledAt: null,
    endedAt: null,
    cancellation: { comment: null, feedback: null, reason: null },
    defaultPaymentMethod: order.paymentMethod,
    latestInvoice: null,
  };
  const isPaid = isTrial || order.payment === "paid" || isCharged(account, record, order.payment);
  if (!isPaid && order.payment === "charge_or_fail") throw cardDeclined();
  if (!isPaid) record.status = "incomplete";
  store.subscriptions.set(record.id, record);
  const lines = periodLines(account, record.items, record, isTrial);
  const invoice = createInvoice(account, record, "subscription_create", lines);
  record.latestInvoice = invoice.id;
  account.emit({
    type: "customer.subscription.created",
    data: { object: viewSubscription(account, record) },
  });
  if (isPaid) markPaid(account, invoice);
  else if (order.payment === "charge") markFailed(account, invoice, null);
  return record;
}

function isCharged(
  account: Account,
  record: SubscriptionRecord,
  payment: NewSubscription["payment"],
): boolean {
  return payment !== "later" && charge(account, record);
}

/** Applies `changes` and tells the webhooks what was before; no change, no event. */
export function changeSubscription(
  account: Account,
  record: SubscriptionRecord,
  changes: Partial<SubscriptionRecord>,
): void {
  const before = viewSubscription(account, record);
  Object.assign(record, changes);
  const after = viewSubscription(account, record);
  const previous = previousAttributes(before, after);
  if (Object.keys(previous).length === 0) return;
  account.emit({
    type: "customer.subscription.updated",
    data: { object: after, previous_attributes: previous },
  });
}

/** What to change so that the subscription ends at `moment`, or no longer does. */
export function cancellationAt(
  account: Account,
  record: SubscriptionRecord,
  moment: number | null,
): Partial<SubscriptionRecord> {
  if (moment === null) {
    return {
      cancelAt: null,
      cancelAtPeriodEnd: false,
      canceledAt: null,
      cancellation: { ...record.cancellation, reason: null },
    };
  }
  return {
    cancelAt: moment,
    cancelAtPeriodEnd: false,
    canceledAt: account.clock.now(),
    cancellation: { ...record.cancellation, reason: "cancellation_requested" },
  };
}

export interface Settlement {
  /** Gives back what is paid for and not used, as a pending line. */
  prorate: boolean;
  /** Invoices what is pending now; else it is never asked for. */
  invoiceNow: boolean;
}

/** Ends it now. Open invoices are not collected any more. */
export function endSubscription(
  account: Account,
  record: SubscriptionRecord,
  reason: "cancellation_requested" | "payment_failed",
  { prorate, invoiceNow }: Settlement = { prorate: false, invoiceNow: false },
): void {
  const now = account.clock.now();
  if (prorate && isBilled(record)) {
    const unused = prorationLines(account, record.items, [], record);
    record.pendingLines = [...record.pendingLines, ...unused];
  }
  if (invoiceNow && record.pendingLines.length > 0) settle(account, record);
  Object.assign(record, {
    status: "canceled",
    endedAt: now,
    canceledAt: record.canceledAt ?? now,
    scheduled: null,
    cancellation: { ...record.cancellation, reason },
  } satisfies Partial<SubscriptionRecord>);
  for (const invoice of account.store.invoicesOf(record.id)) invoice.nextAttempt = null;
  account.emit({
    type: "customer.subscription.deleted",
    data: { object: viewSubscription(account, record) },
  });
}

/** True while the running period was asked money for. */
export function isBilled({ status }: SubscriptionRecord): boolean {
  return status === "active" || status === "past_due";
}

/** The final invoice, tried once. */
function settle(account: Account, record: SubscriptionRecord): void {
  const lines = record.pendingLines;
  record.pendingLines = [];
  const invoice = createInvoice(account, record, "subscription_update", lines);
  record.latestInvoice = invoice.id;
  if (pays(account, record, invoice)) markPaid(account, invoice);
  else markFailed(account, invoice, null);
}
