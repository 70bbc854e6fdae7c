/** Returns from Stripe: one sync, and a flash for the page that follows. */
import { createUserCookie, settingsFlash } from "~/navigation/flash.server";
import type { Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { checkoutCookie } from "../checkout/checkout-flash.server";
import { isActiveStatus } from "../plan/plan-catalog";
import type { PlanRow } from "../plan/plan-view.server";
import { createBillingContext } from "../stripe/stripe.server";
import { type StripeState, syncCustomer } from "../sync/sync.server";
import { hasCustomer, type UserSyncVersion } from "../sync/sync-version.server";
import { readPlanAtStripe } from "./billing-details.server";
import { describeChange, planSnapshotSchema, RETURN_UNKNOWN } from "./return-notice.server";

const PORTAL_MAX_AGE_S = 60 * 60;

/** The plan that a user had when they left for Stripe. A link to the return alone has none, and says nothing. */
export const planBeforePortal = createUserCookie(
  "plan-before",
  planSnapshotSchema,
  PORTAL_MAX_AGE_S,
);

interface ReturningUser {
  readonly id: string;
  readonly customer: Pick<PlanRow, "stripeSubscriptionStatus"> | null;
  readonly syncVersion: UserSyncVersion;
}

/**
 * Return from the billing portal: syncs, and leaves a flash for the settings, what changed since the user left.
 * Without the cookie of that moment it only syncs. `user` is undefined when their row could not be read.
 */
export async function flashPlanChange(
  platform: Platform,
  userId: string,
  user: ReturningUser | undefined,
): Promise<void> {
  const before = planBeforePortal.read(platform, userId);
  planBeforePortal.remove(platform);
  const state = user && (await syncUser(platform, user));
  if (!before) return;
  const notice = state
    ? describeChange(before, readPlanAtStripe(state, platform.config.stripe))
    : RETURN_UNKNOWN;
  if (notice) settingsFlash.set(platform, userId, notice);
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
