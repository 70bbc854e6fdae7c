import { requireLiveSession, type SessionRef } from "~/auth/session/live-session.server";
import type { PortalFlow } from "~/content/billing/plan-status";
import type { Platform } from "~/platform/context.server";
import { createFlowUrl } from "./portal-flow.server";
import { createBillingContext } from "./stripe/stripe.server";
import { isResourceMissing } from "./stripe/stripe-customer.server";
import { readCustomer } from "./sync/customers.server";
import { syncCustomer } from "./sync/sync.server";

/**
 * The URL of a billing portal session; undefined without a Stripe customer. With `flow` it opens at that step, or the
 * whole portal if Stripe rejects the step. Throws Stripe's errors, including the
 * one for a customer that this account does not know, which needs an operator.
 */
export async function createPortalUrl(
  platform: Platform,
  session: SessionRef,
  returnUrl: string,
  flow?: PortalFlow,
): Promise<string | undefined> {
  const context = await createBillingContext(platform, "page");
  const { database, stripe } = context;
  const row = await readCustomer(database, requireLiveSession(session));
  const customer = row?.stripeCustomerId;
  if (!customer) return undefined;
  const portal = { customer, return_url: returnUrl };
  try {
    const subscription = row.stripeSubscriptionId;
    const flowUrl =
      flow && subscription
        ? await createFlowUrl(context, portal, { flow, subscription })
        : undefined;
    return flowUrl ?? (await stripe.billingPortal.sessions.create(portal)).url;
  } catch (error) {
    if (!isResourceMissing(error)) throw error;
    const synced = await syncCustomer(context, customer);
    if (synced.customer === "deleted") return undefined;
    throw error;
  }
}
