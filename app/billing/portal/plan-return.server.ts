/** Returns from Stripe: one sync, and a flash for the page that follows. */
import type Stripe from "stripe";
import { settingsFlash } from "~/navigation/flash.server";
import type { Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { isLiveStatus } from "../plan/plan-catalog";
import {
  type BillingContext,
  classifyStripeError,
  createBillingContext,
} from "../stripe/stripe.server";
import { getExpanded } from "../stripe/stripe-objects";
import { readPayment } from "../sync/stripe-payment.server";
import { type SyncResult, syncCustomer } from "../sync/sync.server";
import { hasCustomer, type UserSyncVersion } from "../sync/sync-version.server";
import { reportCardInSchedule } from "./card.server";
import { checkoutFlash, stripeVisit } from "./return-cookies.server";
import { CARD_UPDATED, RETURN_UNKNOWN } from "./return-notice.server";

interface ReturningUser {
  readonly syncVersion: UserSyncVersion;
}

/** Return from the billing portal: syncs, and leaves a flash about a new card. */
export async function completePortalReturn(
  platform: Platform,
  userId: string,
  { syncVersion }: ReturningUser,
): Promise<void> {
  // There is nothing to ask about, e.g. if the customer was deleted at Stripe meanwhile.
  if (!hasCustomer(syncVersion)) return stripeVisit.remove(platform);
  const { at: leftAt = null } = stripeVisit.read(platform, userId) ?? {};
  const newCard = await callStripe(platform, userId, async (context) => {
    const synced = await syncCustomer(context, syncVersion);
    return findNewCard(platform, synced, leftAt);
  });
  if (leftAt === null) return;
  const state = newCard === undefined ? "unknown" : "back";
  stripeVisit.set(platform, userId, { at: leftAt, state });
  if (newCard === undefined) settingsFlash.set(platform, userId, RETURN_UNKNOWN);
  else if (newCard) settingsFlash.set(platform, userId, CARD_UPDATED);
}

/** The card that is charged next, if it was added since `leftAt`. Logs a schedule that keeps its own. */
function findNewCard(
  platform: Platform,
  { customer, subscription }: SyncResult,
  leftAt: number | null,
): string | null {
  const { card, cardAddedAt } = readPayment(customer, subscription);
  const isNew = leftAt !== null && (cardAddedAt ?? 0) >= Math.floor(leftAt / 1000);
  if (!subscription || !isNew || !card) return null;
  const schedule = getExpanded(subscription.schedule);
  if (schedule) reportCardInSchedule(platform, schedule);
  return card;
}

interface CheckoutReturn {
  readonly user: ReturningUser;
  /** The session that the address names; null without one. */
  readonly checkoutId: string | null;
}

/**
 * Return from checkout: syncs, and asks Stripe about the session. Leaves a flash for the dashboard if the
 * user paid, and if Stripe does not say.
 */
export async function completeCheckoutReturn(
  platform: Platform,
  userId: string,
  { user: { syncVersion }, checkoutId }: CheckoutReturn,
): Promise<void> {
  // A checkout begins with a customer.
  if (!hasCustomer(syncVersion)) return;
  const isPaid = await callStripe(platform, userId, async (context) => {
    const [session] = await Promise.all([
      checkoutId ? readSession(context.stripe, checkoutId) : null,
      syncCustomer(context, syncVersion),
    ]);
    return session?.customer === syncVersion.customerId && isJustPaid(session);
  });
  if (isPaid) checkoutFlash.set(platform, userId, "paid");
  else if (isPaid === undefined && checkoutId) checkoutFlash.set(platform, userId, "unknown");
}

/** Time for Stripe's page after a payment, and a slow connection. */
const RETURN_MAX_AGE_S = 10 * 60;

/**
 * True for a session that was paid just now, which creates its subscription. An address from the browser's
 * history names an earlier subscription, or one that has ended.
 */
function isJustPaid({ subscription }: Stripe.Checkout.Session): boolean {
  const bought = getExpanded(subscription);
  if (!bought) return false;
  return bought.created > Date.now() / 1000 - RETURN_MAX_AGE_S && isLiveStatus(bought.status);
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

/**
 * Limited for each user, more than a person needs. Undefined after a failure, which is only logged: the
 * webhook syncs as well.
 */
async function callStripe<Result>(
  platform: Platform,
  userId: string,
  call: (context: BillingContext) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    if (await checkRateLimit(platform, { purpose: "billing-sync", pageLoadsOf: userId }))
      return undefined;
    return await call(await createBillingContext(platform, "page"));
  } catch (error) {
    logError("billing.sync_failed", error, { requestId: platform.requestId });
    return undefined;
  }
}
