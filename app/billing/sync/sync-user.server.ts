import type { Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { createBillingContext } from "../stripe/stripe.server";
import { type StripeState, syncCustomer } from "./sync.server";
import { hasCustomer, type UserSyncVersion } from "./sync-version.server";

/**
 * Syncs now instead of waiting for the webhook, when a user returns from checkout or the billing portal.
 * Limited for each user, more than a person needs. Returns what Stripe has; undefined
 * without a customer, and after a failure, which is only logged, because the webhook syncs as well.
 */
export async function syncUser(
  platform: Platform,
  { id, syncVersion }: { readonly id: string; readonly syncVersion: UserSyncVersion },
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
