import type { Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { readCustomer } from "./customers.server";
import { createStripe } from "./stripe.server";
import { syncCustomer } from "./sync.server";

/**
 * Asks Stripe now instead of waiting for its webhook: for the page somebody comes back to from checkout
 * or from the billing portal. A failure is only logged, because the webhook will come all the same.
 */
export async function syncUser(platform: Platform, userId: string): Promise<void> {
  try {
    const database = await platform.database.get();
    const customer = await readCustomer(database, userId);
    if (!customer?.stripeCustomerId) return;
    const stripe = createStripe(platform.config.stripe, "page");
    await syncCustomer(database, stripe, customer.stripeCustomerId);
  } catch (error) {
    logError("billing.sync_failed", error, { requestId: platform.requestId });
  }
}
