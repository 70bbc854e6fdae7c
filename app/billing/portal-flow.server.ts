/** One step of the billing portal. Source: Stripe, "Deep links in the customer portal". */
import type Stripe from "stripe";
import type { PortalFlow } from "~/content/billing/plan-actions";
import { logInfo } from "~/platform/log.server";
import { type BillingContext, classifyStripeError } from "./stripe/stripe.server";
import { findPlanItem } from "./stripe/stripe-customer.server";

interface PortalSession {
  readonly customer: string;
  readonly return_url: string;
}

export interface FlowTarget {
  readonly type: PortalFlow;
  readonly subscription: string;
  /** Where a completed step returns to; who leaves without completing it returns to the session's own URL. */
  readonly completedUrl: string;
}

/**
 * The URL of a portal session for one step, which returns as soon as the step is completed. Undefined if Stripe rejects
 * it: the subscription does not allow it now, or the portal's configuration does not offer it. Throws other errors.
 */
export async function createFlowUrl(
  context: BillingContext,
  session: PortalSession,
  flow: FlowTarget,
): Promise<string | undefined> {
  const { stripe, requestId } = context;
  try {
    const { url } = await stripe.billingPortal.sessions.create({
      ...session,
      flow_data: {
        ...(await prepareFlow(context, session.customer, flow)),
        after_completion: { type: "redirect", redirect: { return_url: flow.completedUrl } },
      },
    });
    return url;
  } catch (error) {
    if (!(error instanceof Error) || classifyStripeError(error) !== "rejected") throw error;
    logInfo("portal.flow_rejected", { requestId, flow: flow.type, error: error.message });
    return undefined;
  }
}

async function prepareFlow(
  { stripe, catalog }: BillingContext,
  customer: string,
  { type, subscription }: FlowTarget,
): Promise<Stripe.BillingPortal.SessionCreateParams.FlowData> {
  switch (type) {
    case "card":
      await moveCardToCustomer(stripe, customer, subscription);
      return { type: "payment_method_update" };
    case "cancel":
      return { type: "subscription_cancel", subscription_cancel: { subscription } };
    default: {
      const item = findPlanItem(await stripe.subscriptions.retrieve(subscription), catalog);
      const items = item ? [{ id: item.id, price: catalog.prices[type] }] : [];
      return {
        type: "subscription_update_confirm",
        subscription_update_confirm: { subscription, items },
      };
    }
  }
}

/**
 * The portal stores a new card as the customer's default, but Checkout stored the first one on the subscription, where
 * it overrides that default. Without this, the old card would still be charged.
 */
async function moveCardToCustomer(
  stripe: Stripe,
  customer: string,
  subscription: string,
): Promise<void> {
  const { default_payment_method: card } = await stripe.subscriptions.retrieve(subscription);
  if (card === null) return;
  const id = typeof card === "string" ? card : card.id;
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
  await stripe.subscriptions.update(subscription, { default_payment_method: "" });
}
