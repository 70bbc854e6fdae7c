/** Scheduled tasks: trial ends, renewals, payment retries, cancellations, and expiries. */
import type { Account } from "../account.ts";
import { DAY, nextPeriodEnd } from "../clock.ts";
import { serializeSubscription } from "../objects/subscriptions.ts";
import type { InvoiceRecord, SubscriptionRecord } from "../records.ts";
import { expireCheckoutSession } from "./checkout.ts";
import {
  chargeInvoice,
  createDraft,
  createInvoice,
  getChargeableCard,
  markFailed,
  markPaid,
} from "./invoices.ts";
import { createPeriodLines, getInterval } from "./items.ts";
import { endSubscription, isEnded, updateSubscription } from "./subscriptions.ts";

/** `trial_will_end` is sent three days before the trial ends (Stripe: Types of events). */
const TRIAL_NOTICE = 3 * DAY;

interface Task {
  dueAt: number;
  run(): void;
}

/**
 * Runs all due tasks in order of their due time. Returns the next due time in Unix seconds, valid until the
 * state changes.
 */
export function runDueTasks(account: Account): number {
  const now = account.clock.now();
  for (;;) {
    const task = findEarliest(listTasks(account));
    if (!task) return Number.POSITIVE_INFINITY;
    if (task.dueAt > now) return task.dueAt;
    account.clock.runAt(task.dueAt, task.run);
  }
}

function findEarliest(tasks: Iterable<Task>): Task | undefined {
  let first: Task | undefined;
  for (const task of tasks) {
    if (!first || task.dueAt < first.dueAt) first = task;
  }
  return first;
}

function* listTasks(account: Account): Iterable<Task> {
  for (const session of account.store.checkoutSessions.values()) {
    if (session.status === "open") {
      yield { dueAt: session.expiresAt, run: () => expireCheckoutSession(account, session) };
    }
  }
  for (const subscription of account.store.subscriptions.values()) {
    if (!isEnded(subscription)) yield* listSubscriptionTasks(account, subscription);
  }
  for (const invoice of account.store.invoices.values()) {
    const subscription = account.store.subscriptions.get(invoice.subscription);
    if (invoice.nextAttempt !== null && subscription) {
      yield {
        dueAt: invoice.nextAttempt,
        run: () => collectPayment(account, subscription, invoice),
      };
    }
  }
}

function* listSubscriptionTasks(account: Account, record: SubscriptionRecord): Iterable<Task> {
  // The first payment is due; its expiry after 23 hours is not simulated.
  if (record.status === "incomplete") return;
  // Yielded before the renewal with the same due time, so that an ended subscription is not billed again.
  if (record.cancelAt !== null) {
    const end = () => endSubscription(account, record, "cancellation_requested");
    yield { dueAt: record.cancelAt, run: end };
  }
  if (record.status === "trialing" && record.trialEnd !== null) {
    if (!record.trialEndAnnounced) {
      const dueAt = Math.max(record.created, record.trialEnd - TRIAL_NOTICE);
      yield { dueAt, run: () => announceTrialEnd(account, record) };
    }
    yield { dueAt: record.trialEnd, run: () => endTrial(account, record) };
    return;
  }
  yield { dueAt: record.periodEnd, run: () => renewSubscription(account, record, {}) };
}

function announceTrialEnd(account: Account, record: SubscriptionRecord): void {
  record.trialEndAnnounced = true;
  account.emit({
    type: "customer.subscription.trial_will_end",
    data: { object: serializeSubscription(account, record) },
  });
}

/** Ends the trial now: bills the first period. */
export function endTrial(account: Account, record: SubscriptionRecord): void {
  const now = account.clock.now();
  renewSubscription(account, record, { anchor: now, trialEnd: now, status: "active" });
}

/** Starts the next period: applies a scheduled change and invoices pending lines. */
function renewSubscription(
  account: Account,
  record: SubscriptionRecord,
  changes: Partial<SubscriptionRecord>,
): void {
  const now = account.clock.now();
  const items = record.scheduled?.items ?? record.items;
  const interval = getInterval(account, items);
  const isSameInterval = interval === getInterval(account, record.items);
  const anchor = changes.anchor ?? (isSameInterval ? record.anchor : now);
  const { scheduled } = record;
  if (scheduled?.isDiscounted === false) record.discount = null;
  const next: Partial<SubscriptionRecord> = {
    ...changes,
    defaultPaymentMethod: scheduled?.phaseCard ?? scheduled?.card ?? record.defaultPaymentMethod,
    anchor,
    items,
    scheduled: null,
    periodStart: now,
    periodEnd: nextPeriodEnd(anchor, interval, now),
  };
  const billed = { ...record, ...next };
  const lines = [...record.pendingLines, ...createPeriodLines(account, items, billed)];
  // The invoices of an unpaid subscription stay drafts (Stripe: Subscription statuses).
  const isUnpaid = record.status === "unpaid";
  const create = isUnpaid ? createDraft : createInvoice;
  const invoice = create(account, billed, "subscription_cycle", lines);
  updateSubscription(account, record, { ...next, pendingLines: [], latestInvoice: invoice.id });
  if (!isUnpaid) collectPayment(account, record, invoice);
}

/**
 * Attempts to collect `invoice`, by default from the card on file. A decline schedules a retry (`past_due`)
 * or applies `afterLastRetry`; a first payment is not retried automatically.
 */
export function collectPayment(
  account: Account,
  record: SubscriptionRecord,
  invoice: InvoiceRecord,
  card = getChargeableCard(account, record),
): void {
  if (chargeInvoice(account, record, invoice, card)) {
    markPaid(account, invoice, card);
    updateSubscription(account, record, { status: "active" });
    return;
  }
  if (record.status === "incomplete") {
    markFailed(account, invoice, null);
    return;
  }
  const days = account.settings.retryDays[invoice.attempts];
  markFailed(account, invoice, days === undefined ? null : account.clock.now() + days * DAY);
  if (days !== undefined) {
    updateSubscription(account, record, { status: "past_due" });
  } else if (account.settings.afterLastRetry === "canceled") {
    endSubscription(account, record, "payment_failed");
  } else {
    updateSubscription(account, record, { status: account.settings.afterLastRetry });
  }
}
