/** The life of a subscription: start, change, cancel, end. Time moves it on in `renewals.ts`. */
import type { Account } from "../account.ts";
import { nextPeriodEnd } from "../clock.ts";
import { previousAttributes } from "../events.ts";
import { viewSubscription } from "../objects/views.ts";
import type { SubscriptionRecord } from "../records.ts";
import { createInvoice, markPaid } from "./invoices.ts";

export interface NewSubscription {
  customer: string;
  price: string;
  quantity: number;
  description: string | null;
  metadata: Record<string, string>;
  trialEnd: number | null;
  missingPaymentMethod: SubscriptionRecord["missingPaymentMethod"];
  paymentMethod: string | null;
}

export function isEnded(record: SubscriptionRecord): boolean {
  return record.status === "canceled";
}

/** Starts a subscription whose first payment has gone through, or whose trial begins. */
export function startSubscription(account: Account, order: NewSubscription): SubscriptionRecord {
  const { store, clock } = account;
  const now = clock.now();
  const price = store.price(order.price);
  const record: SubscriptionRecord = {
    id: store.newId("sub_1"),
    created: now,
    customer: order.customer,
    status: order.trialEnd === null ? "active" : "trialing",
    item: store.newId("si_", 14),
    price: order.price,
    quantity: order.quantity,
    description: order.description,
    metadata: order.metadata,
    anchor: order.trialEnd ?? now,
    periodStart: now,
    periodEnd: order.trialEnd ?? nextPeriodEnd(now, price.interval, now),
    trialStart: order.trialEnd === null ? null : now,
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
  store.subscriptions.set(record.id, record);
  const amount = order.trialEnd === null ? price.unitAmount * record.quantity : 0;
  const invoice = createInvoice(account, record, "subscription_create", amount);
  record.latestInvoice = invoice.id;
  account.emit({
    type: "customer.subscription.created",
    data: { object: viewSubscription(account, record) },
  });
  markPaid(account, invoice);
  return record;
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

/** Ends it now. Open invoices are not collected any more. */
export function endSubscription(
  account: Account,
  record: SubscriptionRecord,
  reason: "cancellation_requested" | "payment_failed",
): void {
  const now = account.clock.now();
  Object.assign(record, {
    status: "canceled",
    endedAt: now,
    canceledAt: record.canceledAt ?? now,
    cancellation: { ...record.cancellation, reason },
  } satisfies Partial<SubscriptionRecord>);
  for (const invoice of account.store.invoicesOf(record.id)) invoice.nextAttempt = null;
  account.emit({
    type: "customer.subscription.deleted",
    data: { object: viewSubscription(account, record) },
  });
}
