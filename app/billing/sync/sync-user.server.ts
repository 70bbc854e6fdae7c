import type { Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { createBillingContext } from "../stripe/stripe.server";
import { syncCustomer } from "./sync.server";
import { hasCustomer, nextUserSyncVersion, type UserSyncVersion } from "./sync-version.server";

/**
 * Syncs now instead of waiting for the webhook, when a user returns from checkout or the billing portal. Limited to
 * ten a minute for each user. A failure is only logged, because the webhook syncs as well. `taken` is a version that
 * the page's own statement has just taken; without it this takes one.
 */
export async function syncUser(platform: Platform, userId: string, taken?: UserSyncVersion) {
  try {
    const version = taken ?? (await nextUserSyncVersion(await platform.database.get(), userId));
    if (!version || !hasCustomer(version)) return;
    if (await checkRateLimit(platform, { purpose: "billing-sync", subject: userId })) return;
    await syncCustomer(await createBillingContext(platform, "page"), version);
  } catch (error) {
    logError("billing.sync_failed", error, { requestId: platform.requestId });
  }
}
