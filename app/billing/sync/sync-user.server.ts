import type { Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { createBillingContext } from "../stripe/stripe.server";
import { syncAtVersion } from "./sync.server";
import { hasCustomer, nextUserSyncVersion } from "./sync-version.server";

/**
 * Syncs now instead of waiting for the webhook, when a user returns from checkout or the billing portal. Limited to
 * ten a minute for each user. A failure is only logged, because the webhook syncs as well.
 */
export async function syncUser(platform: Platform, userId: string): Promise<void> {
  try {
    const version = await nextUserSyncVersion(await platform.database.get(), userId);
    if (!version || !hasCustomer(version)) return;
    if (await checkRateLimit(platform, { purpose: "billing-sync", subject: userId })) return;
    await syncAtVersion(await createBillingContext(platform, "page"), version);
  } catch (error) {
    logError("billing.sync_failed", error, { requestId: platform.requestId });
  }
}
