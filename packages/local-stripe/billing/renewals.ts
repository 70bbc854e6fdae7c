/** What time does: trials end, periods renew, failed payments are tried again, sessions expire. */
import type { Account } from "../account.ts";
import { DAY, HOUR, nextPeriodEnd } from "../clock.ts";
import { viewSubscription } from "../objects/views.ts";
import type { InvoiceRecord, SubscriptionRecord } from "../records.ts";
import { expireCheckoutSession } from "./checkout.ts";
import {
  charge,
  chargedCard,
  createInvoice,
  markFailed,
  markPaid,
  pays,
  voidInvoice,
} from "./invoices.ts";
import { intervalOf, periodLines } from "./items.ts";
import { changeSubscription, endSubscription, isEnded } from "./subscriptions.ts";

/** Stripe announces the end of a trial three days ahead (Stripe: Types of events). */
const TRIAL_NOTICE = 3 * DAY;
/** How long the first payment may stay away (Stripe: Subscription statuses, `incomplete`). */
const INCOMPLETE_FOR = 23 * HOUR;

interface Task {
  dueAt: number;
  run(): void;
}

/**
 * Does all that is due by now, in the order in which it fell due. Returns when the next thing falls due, in
 * Unix seconds, so that nobody need look before, unless something changes.
 */
export function runDueTasks(account: Account): number {
  const now = account.clock.now();
  for (;;) {
    const task = earliest(tasksOf(account));
    if (!task) return Number.POSITIVE_INFINITY;
    if (task.dueAt > now) return task.dueAt;
    account.clock.at(task.dueAt, task.run);
  }
}

function earliest(tasks: Iterable<Task>): Task | undefined {
  let first: Task | undefined;
  for (const task of tasks) {
    if (!first || task.dueAt < first.dueAt) first = task;
  }
  return first;
}

function* tasksOf(account: Account): Iterable<Task> {
  for (const session of account.store.checkoutSessions.values()) {
    if (session.status === "open") {
      yield { dueAt: session.expiresAt, run: () => expireCheckoutSession(account, session) };
    }
  }
  for (const subscription of account.store.subscriptions.values()) {
    if (!isEnded(subscription)) yield* tasksOfSubscription(account, subscription);
  }
  for (const invoice of account.store.invoices.values()) {
    const subscription = account.store.subscriptions.get(invoice.subscription);
    if (invoice.nextAttempt !== null && subscription) {
      yield { dueAt: invoice.nextAttempt, run: () => collect(account, subscription, invoice) };
    }
  }
}

function* tasksOfSubscription(account: Account, record: SubscriptionRecord): Iterable<Task> {
  if (record.status === "incomplete") {
    yield { dueAt: record.created + INCOMPLETE_FOR, run: () => expireIncomplete(account, record) };
    return;
  }
  // A cancellation comes first, so that the last period is not billed again.
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
  if (record.status !== "paused") {
    yield { dueAt: record.periodEnd, run: () => renew(account, record, {}) };
  }
}

function expireIncomplete(account: Account, record: SubscriptionRecord): void {
  const now = account.clock.now();
  changeSubscription(account, record, { status: "incomplete_expired", endedAt: now });
  for (const invoice of account.store.invoicesOf(record.id)) {
    if (invoice.status === "open") voidInvoice(account, invoice);
  }
}

function announceTrialEnd(account: Account, record: SubscriptionRecord): void {
  record.trialEndAnnounced = true;
  account.emit({
    type: "customer.subscription.trial_will_end",
    data: { object: viewSubscription(account, record) },
  });
}

/** Ends the trial now: bills the first period, or does what was agreed when there is no card. */
export function endTrial(account: Account, record: SubscriptionRecord): void {
  const now = account.clock.now();
  if (chargedCard(account, record) === null) {
    if (record.missingPaymentMethod === "cancel") {
      endSubscription(account, record, "cancellation_requested");
      return;
    }
    if (record.missingPaymentMethod === "pause") {
      pause(account, record);
      return;
    }
  }
  renew(account, record, { anchor: now, trialEnd: now, status: "active" });
}

function pause(account: Account, record: SubscriptionRecord): void {
  changeSubscription(account, record, { status: "paused" });
  account.emit({
    type: "customer.subscription.paused",
    data: { object: viewSubscription(account, record) },
  });
}

/** Starts the next period: a change that waited for it takes effect, and what is pending is asked for too. */
function renew(
  account: Account,
  record: SubscriptionRecord,
  changes: Partial<SubscriptionRecord>,
): void {
  const now = account.clock.now();
  const items = record.scheduled?.items ?? record.items;
  const interval = intervalOf(account, items);
  const isSameInterval = interval === intervalOf(account, record.items);
  const anchor = changes.anchor ?? (isSameInterval ? record.anchor : now);
  const next: Partial<SubscriptionRecord> = {
    ...changes,
    anchor,
    items,
    scheduled: null,
    periodStart: now,
    periodEnd: nextPeriodEnd(anchor, interval, now),
  };
  if (record.status === "unpaid") {
    // Nobody is charged for a service that has stopped.
    changeSubscription(account, record, next);
    return;
  }
  const billed = { ...record, ...next };
  const lines = [...record.pendingLines, ...periodLines(account, items, billed)];
  const invoice = createInvoice(account, billed, "subscription_cycle", lines);
  changeSubscription(account, record, { ...next, pendingLines: [], latestInvoice: invoice.id });
  collect(account, record, invoice);
}

/**
 * Tries to collect `invoice`. A decline leads to `past_due` and a later try, or to the end; a first payment
 * is not tried again by itself.
 */
export function collect(
  account: Account,
  record: SubscriptionRecord,
  invoice: InvoiceRecord,
): void {
  if (pays(account, record, invoice)) {
    markPaid(account, invoice);
    changeSubscription(account, record, { status: "active" });
    return;
  }
  if (record.status === "incomplete") {
    markFailed(account, invoice, null);
    return;
  }
  const days = account.settings.retryDays[invoice.attempts];
  markFailed(account, invoice, days === undefined ? null : account.clock.now() + days * DAY);
  if (days !== undefined) {
    changeSubscription(account, record, { status: "past_due" });
  } else if (account.settings.afterLastRetry === "canceled") {
    endSubscription(account, record, "payment_failed");
  } else {
    changeSubscription(account, record, { status: account.settings.afterLastRetry });
  }
}

/** Brings a paused subscription back with a new period; false when its first charge is declined. */
export function resume(account: Account, record: SubscriptionRecord): boolean {
  const now = account.clock.now();
  const interval = intervalOf(account, record.items);
  const period = { periodStart: now, periodEnd: nextPeriodEnd(now, interval, now) };
  if (!charge(account, record)) return false;
  const lines = periodLines(account, record.items, period);
  const invoice = createInvoice(account, { ...record, ...period }, "subscription_update", lines);
  markPaid(account, invoice);
  changeSubscription(account, record, {
    ...period,
    anchor: now,
    status: "active",
    latestInvoice: invoice.id,
  });
  account.emit({
    type: "customer.subscription.resumed",
    data: { object: viewSubscription(account, record) },
  });
  return true;
}
