/** Pages at Stripe for subscribers: the billing portal, one step of it, and an unpaid invoice. */
import type Stripe from "stripe";
import type { Platform } from "~/platform/context.server";
import { logInfo } from "~/platform/log.server";
import type { PortalFlow } from "./plan/plan-actions";
import {
  type BillingContext,
  classifyStripeError,
  createBillingContext,
  createStripe,
} from "./stripe/stripe.server";
import { findPlanItem, isResourceMissing } from "./stripe/stripe-customer.server";
import { syncCustomer } from "./sync/sync.server";

/** One step of the portal. Source: Stripe, "Deep links in the customer portal". */
interface FlowTarget {
  readonly type: PortalFlow;
  readonly subscription: string;
}

/**
 * The URL of a billing portal session for a Stripe customer; undefined if it was deleted there. With `flow`
 * it opens at that step, or the whole portal if Stripe rejects it. Throws Stripe's errors, including the one
 * for a customer that this account does not know, which needs an operator.
 */
export async function createPortalUrl(
  platform: Platform,
  customer: string,
  returnUrl: string,
  flow?: FlowTarget,
): Promise<string | undefined> {
  const context = await createBillingContext(platform, "page");
  const { billingPortal } = context.stripe;
  const portal = { customer, return_url: returnUrl };
  try {
    const flowUrl = flow && (await createFlowUrl(context, portal, flow));
    return flowUrl ?? (await billingPortal.sessions.create(portal)).url;
  } catch (error) {
    if (!isResourceMissing(error)) throw error;
    const synced = await syncCustomer(context, customer);
    if (synced.customer === "deleted") return undefined;
    throw error;
  }
}

/**
 * Stripe's page of the customer's only unpaid invoice, which also takes a new card; undefined without one, or
 * with several, which the portal lists. Throws Stripe's errors.
 */
export async function findInvoiceUrl({ config }: Platform, customer: string) {
  const stripe = createStripe(config.stripe, "page");
  const { data } = await stripe.invoices.list({ customer, status: "open", limit: 2 });
  const [only] = data;
  return data.length === 1 ? (only?.hosted_invoice_url ?? undefined) : undefined;
}

/**
 * The URL of a portal session for one step, which returns as soon as the step is completed. Undefined if
 * Stripe rejects it: the subscription does not allow it now, or the portal's configuration does not offer it.
 * Throws other errors.
 */
async function createFlowUrl(
  context: BillingContext,
  session: { readonly customer: string; readonly return_url: string },
  flow: FlowTarget,
): Promise<string | undefined> {
  const { stripe, requestId } = context;
  try {
    const { url } = await stripe.billingPortal.sessions.create({
      ...session,
      flow_data: {
        ...(await prepareFlow(context, session.customer, flow)),
        after_completion: { type: "redirect", redirect: { return_url: session.return_url } },
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
 * The portal stores a new card as the customer's default, but Checkout stored the first one on the
 * subscription, where it overrides that default. Without this, the old card would still be charged.
 */
async function moveCardToCustomer(stripe: Stripe, customer: string, subscription: string) {
  const { default_payment_method: card } = await stripe.subscriptions.retrieve(subscription);
  if (card === null) return;
  const id = typeof card === "string" ? card : card.id;
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
  await stripe.subscriptions.update(subscription, { default_payment_method: "" });
}
