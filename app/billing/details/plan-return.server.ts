/** Returns from Stripe: one sync, and a flash for the page that follows. */
import { settingsFlash } from "~/navigation/flash.server";
import type { Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { checkoutCookie, leftForStripe } from "../checkout/checkout-flash.server";
import { isActiveStatus } from "../plan/plan-catalog";
import type { PlanRow } from "../plan/plan-view.server";
import { createBillingContext } from "../stripe/stripe.server";
import { readPayment } from "../stripe/stripe-payment.server";
import { type StripeState, syncCustomer } from "../sync/sync.server";
import { hasCustomer, type UserSyncVersion } from "../sync/sync-version.server";
import { RETURN_UNKNOWN } from "./return-notice.server";

interface ReturningUser {
  readonly id: string;
  readonly customer: Pick<PlanRow, "stripeSubscriptionStatus"> | null;
  readonly syncVersion: UserSyncVersion;
}

/** Return from the billing portal: syncs, and leaves a flash about a new card. `user`: undefined if it was not read. */
export async function flashPortalReturn(
  platform: Platform,
  userId: string,
  user: ReturningUser | undefined,
): Promise<void> {
  const leftAt = leftForStripe.read(platform, userId);
  const state = user && (await syncUser(platform, user));
  if (leftAt === null) return;
  if (!state) return settingsFlash.set(platform, userId, RETURN_UNKNOWN);
  const { card, cardAddedAt } = readPayment(state.customer, state.subscription);
  if (!state.subscription || (cardAddedAt ?? 0) < Math.floor(leftAt / 1000)) return;
  settingsFlash.set(platform, userId, {
    type: "success",
    text: [`Your card is updated: ${card}.`],
  });
}

/** Return from checkout: syncs, unless the webhook was faster, and leaves a flash for the dashboard. */
export async function flashCheckout(
  platform: Platform,
  userId: string,
  user: ReturningUser | undefined,
): Promise<void> {
  const checkout = checkoutCookie.read(platform, userId) ?? "address";
  const stored = user?.customer?.stripeSubscriptionStatus ?? null;
  if (user && !isActiveStatus(stored)) await syncUser(platform, user);
  checkoutCookie.set(platform, userId, checkout === "opened" ? "paid" : checkout);
}

/**
 * Syncs now instead of waiting for the webhook; limited for each user, more than a person needs. Undefined
 * without a customer, and after a failure, which is only logged: the webhook syncs as well.
 */
export async function syncUser(
  platform: Platform,
  { id, syncVersion }: Pick<ReturningUser, "id" | "syncVersion">,
): Promise<StripeState | undefined> {
  try {
    if (!hasCustomer(syncVersion)) return undefined;
    if (await checkRateLimit(platform, { purpose: "billing-sync", person: id })) return undefined;
    const context = await createBillingContext(platform, "page");
    return await syncCustomer(context, syncVersion);
  } catch (error) {
    logError("billing.sync_failed", error, { requestId: platform.requestId });
    return undefined;
  }
}
