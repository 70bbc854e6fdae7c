import { requireLiveSession, type SessionRef } from "~/auth/session/live-session.server";
import type { Platform } from "~/platform/context.server";
import { createBillingContext } from "./stripe/stripe.server";
import { isResourceMissing } from "./stripe/stripe-customer.server";
import { readCustomer } from "./sync/customers.server";
import { syncCustomer } from "./sync/sync.server";

/**
 * The URL of a billing portal session; undefined without a Stripe customer. Throws Stripe's errors, including the
 * one for a customer that this account does not know, which needs an operator.
 */
export async function createPortalUrl(
  platform: Platform,
  session: SessionRef,
  returnUrl: string,
): Promise<string | undefined> {
  const context = await createBillingContext(platform, "page");
  const { database, stripe } = context;
  const customer = (await readCustomer(database, requireLiveSession(session)))?.stripeCustomerId;
  if (!customer) return undefined;
  try {
    const { url } = await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl });
    return url;
  } catch (error) {
    if (!isResourceMissing(error)) throw error;
    const synced = await syncCustomer(context, customer);
    if (synced.customer === "deleted") return undefined;
    throw error;
  }
}
