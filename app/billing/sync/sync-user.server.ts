import type { Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { createBillingContext } from "../stripe/stripe.server";
import type { StripeCustomer } from "../stripe/stripe-customer.server";
import { syncCustomer } from "./sync.server";
import { hasCustomer, type UserSyncVersion } from "./sync-version.server";

/**
 * Syncs now instead of waiting for the webhook, when a user returns from checkout or the billing portal.
 * Limited to ten a minute for each user. Returns the customer with cards and latest invoices; undefined
 * without one, and after a failure, which is only logged, because the webhook syncs as well.
 */
export async function syncUser(
  platform: Platform,
  { id, syncVersion }: { readonly id: string; readonly syncVersion: UserSyncVersion },
): Promise<StripeCustomer | undefined> {
  try {
    if (!hasCustomer(syncVersion)) return undefined;
    if (await checkRateLimit(platform, { purpose: "billing-sync", subject: id })) return undefined;
    const context = await createBillingContext(platform, "page");
    return (await syncCustomer(context, syncVersion)).read;
  } catch (error) {
    logError("billing.sync_failed", error, { requestId: platform.requestId });
    return undefined;
  }
}
