import type Stripe from "stripe";
import { settingsFlash } from "~/navigation/flash.server";
import type { Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import type { Notice } from "../plan/emailed-plan-change.server";
import {
  type BillingContext,
  classifyStripeError,
  createBillingContext,
} from "../stripe/stripe.server";
import { getId } from "../stripe/stripe-objects";
import {
  EXPANDED,
  getLiveSubscriptions,
  readStripeCustomer,
  type StripeCustomer,
} from "../sync/stripe-customer.server";
import { applyCustomer } from "../sync/sync.server";
import { hasCustomer, type SyncVersion, type UserSyncVersion } from "../sync/sync-version.server";
import { stripeVisit } from "./return-cookies.server";
import { KEEP_FAILED, KEEP_UNREAD, RETURN_UNKNOWN } from "./return-notice.server";

interface KeepingUser {
  readonly customer: { readonly stripeSubscriptionId: string | null } | null;
  readonly syncVersion: UserSyncVersion;
}

/** Keeps the user's plan, and leaves what the settings need to say how that went. */
export async function handleKeepPlan(
  platform: Platform,
  userId: string,
  { customer, syncVersion: version }: KeepingUser,
): Promise<void> {
  const subscription = customer?.stripeSubscriptionId;
  const at = Date.now();
  const problem =
    subscription && hasCustomer(version)
      ? await keepPlan(platform, { subscription, version })
      : null;
  const state = problem === RETURN_UNKNOWN ? "unknown" : "back";
  stripeVisit.set(platform, userId, { at, state });
  if (problem) settingsFlash.set(platform, userId, problem);
}

interface KeptPlan {
  readonly subscription: string;
  /** Taken with the row, before Stripe is read. */
  readonly version: SyncVersion;
}

/**
 * Undoes a scheduled switch and a cancellation at Stripe, so that the plan renews as it is, and stores the
 * result. Never throws; returns what went wrong, null otherwise.
 */
export async function keepPlan(
  platform: Platform,
  { subscription, version }: KeptPlan,
): Promise<Notice | null> {
  const { requestId } = platform;
  const read = await readCustomer(platform, version).catch((error: unknown) => {
    logError("billing.keep_failed", error, { requestId });
  });
  if (!read) return KEEP_UNREAD;
  const { context } = read;
  try {
    const { customer, problem } = await undoChanges(context, read.customer, subscription);
    await applyCustomer(context, version, customer);
    return problem;
  } catch (error) {
    logError("billing.keep_failed", error, { requestId });
    return RETURN_UNKNOWN;
  }
}

async function readCustomer(platform: Platform, { customerId }: SyncVersion) {
  const context = await createBillingContext(platform, "page");
  return { context, customer: await readStripeCustomer(context.stripe, customerId) };
}

/**
 * Undoes the changes of one subscription. Returns the customer as they are then, with a problem if the
 * subscription has ended or Stripe rejects it. Throws Stripe's other errors.
 */
async function undoChanges(
  { stripe, requestId }: BillingContext,
  customer: StripeCustomer,
  subscriptionId: string,
) {
  const live = getLiveSubscriptions(customer).find(({ id }) => id === subscriptionId);
  if (!live) return { customer, problem: KEEP_FAILED };
  try {
    const renewing = await renewAsIs(stripe, live);
    const { subscriptions } = customer;
    const changed = subscriptions.with(subscriptions.indexOf(live), renewing);
    return { customer: { ...customer, subscriptions: changed }, problem: null };
  } catch (error) {
    if (classifyStripeError(error) !== "rejected") throw error;
    logError("billing.keep_failed", error, { requestId });
    return { customer, problem: KEEP_FAILED };
  }
}

/** Source: Stripe, "Release a subscription schedule"; "Update a subscription", `cancel_at`. */
async function renewAsIs(stripe: Stripe, subscription: Stripe.Subscription) {
  const { id, schedule, cancel_at: cancelAt, cancel_at_period_end: isFlagged } = subscription;
  // A scheduled subscription can't be updated.
  if (schedule) await stripe.subscriptionSchedules.release(getId(schedule));
  if (!cancelAt && !isFlagged) return { ...subscription, schedule: null };
  const undone = isFlagged ? { cancel_at_period_end: false } : { cancel_at: "" as const };
  return stripe.subscriptions.update(id, { ...undone, expand: EXPANDED });
}
