/** Subscription lifecycle: start, update, cancel, end. Time-based changes are in `renewals.ts`. */
import type { Account } from "../account.ts";
import { nextPeriodEnd } from "../clock.ts";
import { getPreviousAttributes } from "../events.ts";
import { serializeSubscription } from "../objects/subscriptions.ts";
import type { OrderLine, Promotion, SubscriptionRecord } from "../records.ts";
import { createDraft, createInvoice, getChargeableCard, markPaid } from "./invoices.ts";
import {
  createItems,
  createPeriodLines,
  createProrationLines,
  getCost,
  getInterval,
} from "./items.ts";
import { redeem } from "./promotions.ts";

interface NewSubscription {
  customer: string;
  lines: readonly OrderLine[];
  metadata: Record<string, string>;
  trialEnd: number | null;
  paymentMethod: string | null;
  promotion?: Promotion | null;
  presentmentCurrency?: string | null;
  /** State of the first invoice: paid or outstanding. Until it is paid, the status is `incomplete`. */
  payment: "paid" | "later";
}

export function isEnded({ status }: SubscriptionRecord): boolean {
  return status === "canceled" || status === "incomplete_expired";
}

export function startSubscription(account: Account, order: NewSubscription): SubscriptionRecord {
  const { store, clock } = account;
  const now = clock.now();
  const isTrial = order.trialEnd !== null;
  const record: SubscriptionRecord = {
    id: store.newId("sub_1"),
    created: now,
    customer: order.customer,
    status: isTrial ? "trialing" : "active",
    items: createItems(account, order.lines),
    pendingLines: [],
    scheduled: null,
    metadata: order.metadata,
    anchor: order.trialEnd ?? now,
    periodStart: now,
    periodEnd: order.trialEnd ?? nextPeriodEnd(now, getInterval(account, order.lines), now),
    trialStart: isTrial ? now : null,
    trialEnd: order.trialEnd,
    trialEndAnnounced: false,
    cancelAt: null,
    cancelAtPeriodEnd: false,
    canceledAt: null,
    endedAt: null,
    cancellation: { reason: null },
    defaultPaymentMethod: order.paymentMethod,
    latestInvoice: null,
    presentmentCurrency: order.presentmentCurrency ?? null,
    discount: redeem(account, order.promotion ?? null),
  };
  const isDue = !isTrial && getCost(account, order.lines) > 0;
  const isPaid = !isDue || order.payment === "paid";
  if (!isPaid) record.status = "incomplete";
  store.subscriptions.set(record.id, record);
  const lines = createPeriodLines(account, record.items, record, isTrial);
  const invoice = createInvoice(account, record, "subscription_create", lines);
  record.latestInvoice = invoice.id;
  account.emit({
    type: "customer.subscription.created",
    data: { object: serializeSubscription(account, record) },
  });
  if (isPaid) markPaid(account, invoice, getChargeableCard(account, record));
  return record;
}

/** Applies `changes` and emits an event with the previous attributes, unless nothing changed. */
export function updateSubscription(
  account: Account,
  record: SubscriptionRecord,
  changes: Partial<SubscriptionRecord>,
): void {
  const before = serializeSubscription(account, record);
  Object.assign(record, changes);
  const after = serializeSubscription(account, record);
  const previous = getPreviousAttributes(before, after);
  if (Object.keys(previous).length === 0) return;
  account.emit({
    type: "customer.subscription.updated",
    data: { object: after, previous_attributes: previous },
  });
}

/** The changes that schedule a cancellation at `moment`, or undo it for null. */
export function toCancellation(
  account: Account,
  moment: number | null,
): Partial<SubscriptionRecord> {
  if (moment === null) {
    return {
      cancelAt: null,
      cancelAtPeriodEnd: false,
      canceledAt: null,
      cancellation: { reason: null },
    };
  }
  return {
    cancelAt: moment,
    cancelAtPeriodEnd: false,
    canceledAt: account.clock.now(),
    cancellation: { reason: "cancellation_requested" },
  };
}

interface CancellationOptions {
  /** Credits unused time as a pending line. */
  prorate: boolean;
  /** Puts pending lines on a final invoice, which stays a draft here; otherwise they are dropped. */
  invoiceNow: boolean;
}

/** Ends the subscription now. Open invoices are no longer collected. */
export function endSubscription(
  account: Account,
  record: SubscriptionRecord,
  reason: "cancellation_requested" | "payment_failed",
  { prorate, invoiceNow }: CancellationOptions = { prorate: false, invoiceNow: false },
): void {
  const now = account.clock.now();
  if (prorate && isBillable(record)) {
    const unused = createProrationLines(account, record.items, [], record);
    record.pendingLines = [...record.pendingLines, ...unused];
  }
  if (invoiceNow && record.pendingLines.length > 0) {
    const lines = record.pendingLines;
    record.latestInvoice = createDraft(account, record, "subscription_update", lines).id;
  }
  Object.assign(record, {
    status: "canceled",
    pendingLines: [],
    endedAt: now,
    canceledAt: record.canceledAt ?? now,
    scheduled: null,
    cancellation: { reason },
  } satisfies Partial<SubscriptionRecord>);
  for (const invoice of account.store.getSubscriptionInvoices(record.id))
    invoice.nextAttempt = null;
  account.emit({
    type: "customer.subscription.deleted",
    data: { object: serializeSubscription(account, record) },
  });
}

/** True when the current period was invoiced, so that prorations apply. */
export function isBillable({ status }: SubscriptionRecord): boolean {
  return status === "active" || status === "past_due";
}
