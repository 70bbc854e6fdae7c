import { requireLiveSession, type SessionRef } from "~/auth/session/live-session.server";
import type { Platform } from "~/platform/context.server";
import { createBillingContext } from "./stripe/stripe.server";
import { isResourceMissing } from "./stripe/stripe-customer.server";
import { readCustomer } from "./sync/customers.server";
import { syncCustomer } from "./sync/sync.server";

/**
 * A page at Stripe where the user manages the subscription; undefined without a Stripe customer.
 * Throws Stripe's errors, also when this account has never heard of the customer: that is for an operator.
 */
export async function createPortalUrl(
  platform: Platform,
  session: SessionRef,
  returnUrl: string,
): Promise<string | undefined> {
  const tools = await createBillingContext(platform, "page");
  const { database, stripe } = tools;
  const customer = (await readCustomer(database, requireLiveSession(session)))?.stripeCustomerId;
  if (!customer) return undefined;
  try {
    const session = await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl });
    return session.url;
  } catch (error) {
    if (!isResourceMissing(error)) throw error;
    const synced = await syncCustomer(tools, customer);
    if (synced.customer === "deleted") return undefined;
    throw error;
  }
}
