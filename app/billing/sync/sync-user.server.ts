import type { Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { createBillingContext } from "../stripe/stripe.server";
import { readCustomer } from "./customers.server";
import { syncCustomer } from "./sync.server";

/**
 * Asks Stripe now instead of waiting for its webhook: for the page somebody comes back to from checkout
 * or from the billing portal, as often as a person may want it (ten times a minute). A failure is only logged,
 * because the webhook will come all the same.
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

/** Tells Stripe a new name or address, if there is one. A failure is made good by the backstop. */
export async function tellStripe(platform: Platform, userId: string): Promise<void> {
  try {
    const tools = await createBillingContext(platform, "page");
    const customer = await readCustomer(tools.database, userId);
    if (customer?.stripeCustomerId && customer.contactChangedAt) {
      await syncCustomer(tools, customer.stripeCustomerId);
    }
  } catch (error) {
    logError("billing.contact_failed", error, { requestId: platform.requestId });
  }
}
