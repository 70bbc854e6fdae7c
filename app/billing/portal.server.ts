import type { Platform } from "~/platform/context.server";
import { readCustomer } from "./customers.server";
import { createStripe } from "./stripe.server";
import { isMissing } from "./stripe-customer.server";
import { syncCustomer } from "./sync.server";

/**
 * A page at Stripe where the user manages the subscription; undefined without a Stripe customer.
 * Throws Stripe's errors. Whoever comes back should see the truth: call `syncUser` on that page.
 */
export async function createPortalUrl(
  platform: Platform,
  userId: string,
  returnUrl: string,
): Promise<string | undefined> {
  const database = await platform.database.get();
  const customer = (await readCustomer(database, userId))?.stripeCustomerId;
  if (!customer) return undefined;
  const stripe = createStripe(platform.config.stripe, "page");
  try {
    const session = await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl });
    return session.url;
  } catch (error) {
    if (!isMissing(error)) throw error;
    await syncCustomer(database, stripe, customer);
    return undefined;
  }
}
