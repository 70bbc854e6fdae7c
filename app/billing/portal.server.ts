import type { Platform } from "~/platform/context.server";
import { createFlowUrl, type FlowTarget } from "./portal-flow.server";
import { createBillingContext, createStripe } from "./stripe/stripe.server";
import { isResourceMissing } from "./stripe/stripe-customer.server";
import { syncCustomer } from "./sync/sync.server";

/**
 * The URL of a billing portal session for a Stripe customer; undefined if it was deleted there. With `flow` it opens at
 * that step, or the whole portal if Stripe rejects it. Throws Stripe's errors, including the one for a customer
 * that this account does not know, which needs an operator.
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
 * Stripe's page of the customer's only unpaid invoice, which also takes a new card; undefined without one, or with
 * several, which the portal lists. Throws Stripe's errors.
 */
export async function findInvoiceUrl(
  { config }: Platform,
  customer: string,
): Promise<string | undefined> {
  const stripe = createStripe(config.stripe, "page");
  const { data } = await stripe.invoices.list({ customer, status: "open", limit: 2 });
  const [only] = data;
  return data.length === 1 ? (only?.hosted_invoice_url ?? undefined) : undefined;
}
