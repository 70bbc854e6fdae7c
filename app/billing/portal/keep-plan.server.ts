import type Stripe from "stripe";
import type { Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import {
  KEEP_FAILED,
  KEEP_UNREAD,
  type Notice,
  RETURN_UNKNOWN,
} from "../plan/return-notices.server";
import { classifyStripeError, createBillingContext } from "../stripe/stripe.server";
import { getId } from "../stripe/stripe-objects";
import { EXPANDED, getLiveSubscriptions, readStripeCustomer } from "../sync/stripe-customer.server";
import { applyCustomer } from "../sync/sync.server";
import type { SyncVersion } from "../sync/sync-version.server";

interface KeptPlan {
  readonly subscription: string;
  /** Taken with the row, before Stripe is read. */
  readonly version: SyncVersion;
}

/**
 * Undoes a scheduled switch and a cancellation at Stripe, so that the plan renews as it is, and stores the
 * result. Never throws; returns what went wrong, null otherwise.
 */
export async function keepPlan(platform: Platform, { subscription, version }: KeptPlan) {
  const { requestId } = platform;
  let problem = KEEP_UNREAD;
  try {
    const context = await createBillingContext(platform, "page");
    const { stripe } = context;
    const read = await readStripeCustomer(stripe, version.customerId);
    problem = RETURN_UNKNOWN;
    const live = getLiveSubscriptions(read).find(({ id }) => id === subscription);
    let notice: Notice | null = live ? null : KEEP_FAILED;
    const kept = await Promise.all(
      read.subscriptions.map((each) => (each === live ? undoChanges(stripe, each) : each)),
    ).catch((error: unknown) => {
      if (classifyStripeError(error) !== "rejected") throw error;
      logError("billing.keep_failed", error, { requestId });
      notice = KEEP_FAILED;
      return read.subscriptions;
    });
    await applyCustomer(context, version, { ...read, subscriptions: kept });
    return notice;
  } catch (error) {
    logError("billing.keep_failed", error, { requestId });
    return problem;
  }
}

/** Source: Stripe, "Release a subscription schedule"; "Update a subscription", `cancel_at`. */
async function undoChanges(stripe: Stripe, subscription: Stripe.Subscription) {
  const { id, schedule, cancel_at: cancelAt, cancel_at_period_end: isFlagged } = subscription;
  // A scheduled subscription can't be updated.
  if (schedule) await stripe.subscriptionSchedules.release(getId(schedule));
  if (!cancelAt && !isFlagged) return { ...subscription, schedule: null };
  const undone = isFlagged ? { cancel_at_period_end: false } : { cancel_at: "" as const };
  return stripe.subscriptions.update(id, {
    ...undone,
    expand: EXPANDED,
  });
}
