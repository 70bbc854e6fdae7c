/** Returns from Stripe: one sync, and a flash for the page that follows. */
import type Stripe from "stripe";
import { settingsFlash } from "~/navigation/flash.server";
import type { Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { isActiveStatus, isLiveStatus } from "../plan/plan-catalog";
import { CARD_UPDATED, RETURN_UNKNOWN } from "../plan/sentences.server";
import type { Subscription } from "../plan/subscription-view.server";
import {
  type BillingContext,
  classifyStripeError,
  createBillingContext,
} from "../stripe/stripe.server";
import { getSchedule } from "../sync/stripe-customer.server";
import { readPayment } from "../sync/stripe-payment.server";
import { syncCustomer } from "../sync/sync.server";
import { hasCustomer, type SyncVersion, type UserSyncVersion } from "../sync/sync-version.server";
import { reportCardInSchedule } from "./card.server";
import { checkoutState, leftForStripe } from "./checkout/checkout-state.server";

interface ReturningUser {
  readonly id: string;
  readonly customer: Pick<Subscription, "stripeSubscriptionStatus"> | null;
  readonly syncVersion: UserSyncVersion;
}

/**
 * Return from the billing portal: syncs, and leaves a flash about a new card. `user`: undefined if it was not
 * read.
 */
export async function completePortalReturn(
  platform: Platform,
  userId: string,
  user: ReturningUser | undefined,
): Promise<void> {
  // The customer is gone since: nothing is left to ask about.
  if (user && !hasCustomer(user.syncVersion)) return leftForStripe.remove(platform);
  const { at: leftAt = null } = leftForStripe.read(platform, userId) ?? {};
  const newCard =
    user &&
    (await callStripe(platform, user, async (context, version) => {
      const { customer, subscription } = await syncCustomer(context, version);
      const { card, cardAddedAt } = readPayment(customer, subscription);
      const isNew = leftAt !== null && (cardAddedAt ?? 0) >= Math.floor(leftAt / 1000);
      if (!subscription || !isNew || !card) return null;
      const schedule = getSchedule(subscription);
      if (schedule) reportCardInSchedule(platform, schedule);
      return card;
    }));
  if (leftAt === null) return;
  const state = newCard === undefined ? "unknown" : "back";
  leftForStripe.set(platform, userId, { at: leftAt, state });
  if (newCard === undefined) settingsFlash.set(platform, userId, RETURN_UNKNOWN);
  else if (newCard) settingsFlash.set(platform, userId, CARD_UPDATED);
}

interface CheckoutReturn {
  readonly user: ReturningUser | undefined;
  /** The session that the address names; null without one. */
  readonly checkoutId: string | null;
}

/**
 * Return from checkout: asks Stripe about the session, and syncs unless the webhook was faster. Leaves a
 * flash for the dashboard if the user paid, and if Stripe does not say.
 */
export async function completeCheckoutReturn(
  platform: Platform,
  userId: string,
  { user, checkoutId }: CheckoutReturn,
): Promise<void> {
  // A checkout begins with a customer.
  if (user && !hasCustomer(user.syncVersion)) return;
  const isActive = isActiveStatus(user?.customer?.stripeSubscriptionStatus ?? null);
  const read =
    user &&
    (await callStripe(platform, user, async (context, version) => {
      const [session] = await Promise.all([
        checkoutId ? readSession(context.stripe, checkoutId) : null,
        isActive ? null : syncCustomer(context, version),
      ]);
      return { isPaid: session?.customer === version.customerId && isJustPaid(session) };
    }));
  if (read?.isPaid) checkoutState.set(platform, userId, "paid");
  else if (!read && checkoutId) checkoutState.set(platform, userId, "unknown");
}

/** For Stripe's page after a payment, and a slow connection. */
const RETURN_MAX_AGE_S = 10 * 60;

/**
 * False for an address from the browser's history: of an earlier subscription, which paying creates, or of
 * one that has ended.
 */
function isJustPaid({ subscription }: Stripe.Checkout.Session): boolean {
  if (subscription === null || typeof subscription === "string") return false;
  const { created, status } = subscription;
  return created > Date.now() / 1000 - RETURN_MAX_AGE_S && isLiveStatus(status);
}

/** Null for a session that Stripe doesn't know. */
function readSession(stripe: Stripe, id: string) {
  return stripe.checkout.sessions
    .retrieve(id, { expand: ["subscription"] })
    .catch((error: unknown) => {
      if (classifyStripeError(error) === "rejected") return null;
      throw error;
    });
}

/** Syncs now instead of waiting for the webhook; see `callStripe`. */
export function syncUser(platform: Platform, user: Pick<ReturningUser, "id" | "syncVersion">) {
  return callStripe(platform, user, syncCustomer);
}

/**
 * Limited for each user, more than a person needs. Undefined without a customer, and after a failure, which
 * is only logged: the webhook syncs as well.
 */
async function callStripe<Result>(
  platform: Platform,
  { id, syncVersion }: Pick<ReturningUser, "id" | "syncVersion">,
  call: (context: BillingContext, version: SyncVersion) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    if (!hasCustomer(syncVersion)) return undefined;
    if (await checkRateLimit(platform, { purpose: "billing-sync", pageLoadsOf: id }))
      return undefined;
    return await call(await createBillingContext(platform, "page"), syncVersion);
  } catch (error) {
    logError("billing.sync_failed", error, { requestId: platform.requestId });
    return undefined;
  }
}
