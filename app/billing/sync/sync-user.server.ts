import type { Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { createBillingContext } from "../stripe/stripe.server";
import { readCustomer } from "./customers.server";
import { syncCustomer } from "./sync.server";

/**
 * Syncs now instead of waiting for the webhook, when a user returns from checkout or the billing portal. Limited to
 * ten a minute for each user. A failure is only logged, because the webhook syncs as well.
 */
export async function syncUser(platform: Platform, userId: string): Promise<void> {
  try {
    const database = await platform.database.get();
    const customer = await readCustomer(database, userId);
    if (!customer?.stripeCustomerId) return;
    if (await checkRateLimit(platform, { purpose: "billing-sync", subject: userId })) return;
    await syncCustomer(await createBillingContext(platform, "page"), customer.stripeCustomerId);
  } catch (error) {
    logError("billing.sync_failed", error, { requestId: platform.requestId });
  }
}

/** Sends a pending change of name or email address to Stripe. A failure is logged and retried by reconciliation. */
export async function syncContact(platform: Platform, userId: string): Promise<void> {
  try {
    const context = await createBillingContext(platform, "page");
    const customer = await readCustomer(context.database, userId);
    if (customer?.stripeCustomerId && customer.contactChangedAt) {
      await syncCustomer(context, customer.stripeCustomerId);
    }
  } catch (error) {
    logError("billing.contact_failed", error, { requestId: platform.requestId });
  }
}
