/** Pages at Stripe for subscribers: the billing portal, one step of it, and an unpaid invoice. */
import { href } from "react-router";
import type Stripe from "stripe";
import { findPlan } from "~/content/plans";
import type { Platform } from "~/platform/context.server";
import { logInfo } from "~/platform/log.server";
import { type BillingFlow, PLAN_PATH } from "../plan/links";
import { type Subscription, viewSubscription } from "../plan/subscription-view.server";
import {
  type BillingContext,
  classifyStripeError,
  createBillingContext,
} from "../stripe/stripe.server";
import { findPlanItem, isResourceMissing } from "../sync/stripe-customer.server";
import { findUnpaidInvoice } from "../sync/stripe-payment.server";
import { syncCustomer } from "../sync/sync.server";
import { moveCardBeforeSwitch, moveCardToCustomer } from "./card.server";
import { stripeVisit } from "./return-cookies.server";

/** One step of the portal, or an unpaid invoice. Source: Stripe, "Deep links in the customer portal". */
interface FlowTarget {
  readonly type: BillingFlow;
  readonly subscription: string;
}

interface BillingUser {
  readonly id: string;
  readonly customer:
    | (Subscription & Record<"stripeCustomerId" | "stripeSubscriptionId", string | null>)
    | null;
}

/**
 * The page at Stripe for a subscriber, and a cookie with the time, for the notice on their return. Undefined
 * for a customer who was deleted at Stripe, and without a live plan, unless the flow is "invoices". Throws
 * Stripe's errors.
 */
export async function openBilling(
  platform: Platform,
  { id, customer: row }: BillingUser,
  flow: BillingFlow | undefined,
): Promise<string | undefined> {
  const { siteUrl, planCatalog } = platform.config;
  const { isLive, next } = viewSubscription(row, planCatalog);
  if (!row?.stripeCustomerId || !(isLive || flow === "invoices")) return undefined;
  // Stripe refuses to cancel a plan while a switch is scheduled: that page says what to do first.
  if (flow === "cancel" && next) return siteUrl + PLAN_PATH;
  const { stripeCustomerId: customer, stripeSubscriptionId: subscription } = row;
  const step = flow && subscription ? { type: flow, subscription } : undefined;
  const returnUrl = siteUrl + href("/account/billing/return");
  const canSwitch = isLive && (flow === undefined || findPlan(flow) !== undefined);
  const [url] = await Promise.all([
    createPortalUrl(platform, customer, returnUrl, step),
    // Moved before the page opens, which stores a new card: later, the move would put the old one back.
    canSwitch && subscription ? moveCardBeforeSwitch(platform, customer, subscription) : undefined,
  ]);
  if (url) stripeVisit.set(platform, id, { at: Date.now(), state: "away" });
  return url;
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
    const flowUrl = flow && (await createFlowUrl(platform, context, portal, flow));
    return flowUrl ?? (await billingPortal.sessions.create(portal)).url;
  } catch (error) {
    if (!isResourceMissing(error)) throw error;
    const synced = await syncCustomer(context, customer);
    if (synced.customer.state === "deleted") return undefined;
    throw error;
  }
}

type FlowData = Stripe.BillingPortal.SessionCreateParams.FlowData;

interface PortalSession {
  readonly customer: string;
  readonly return_url: string;
}

/**
 * The URL of a page for one step, which returns as soon as the step is completed. Undefined if Stripe rejects
 * it: the subscription does not allow it now, or the portal's configuration does not offer it. Throws other
 * errors.
 */
async function createFlowUrl(
  platform: Platform,
  { stripe, catalog }: BillingContext,
  session: PortalSession,
  { type, subscription }: FlowTarget,
): Promise<string | undefined> {
  const create = (step: FlowData) => createStepUrl(stripe, session, step);
  try {
    switch (type) {
      case "invoices":
        return undefined;
      case "pay": {
        const { customer } = session;
        const invoice = await findUnpaidInvoice(stripe, { customer, subscription });
        return invoice?.hosted_invoice_url ?? undefined;
      }
      case "card": {
        const moving = moveCardToCustomer(platform, stripe, session.customer, subscription);
        const [url] = await Promise.all([create({ type: "payment_method_update" }), moving]);
        return url;
      }
      case "cancel":
        return await create({ type: "subscription_cancel", subscription_cancel: { subscription } });
      default: {
        const item = findPlanItem(await stripe.subscriptions.retrieve(subscription), catalog);
        const items = item ? [{ id: item.id, price: catalog.prices[type] }] : [];
        return await create({
          type: "subscription_update_confirm",
          subscription_update_confirm: { subscription, items },
        });
      }
    }
  } catch (error) {
    if (!(error instanceof Error) || classifyStripeError(error) !== "rejected") throw error;
    const { requestId } = platform;
    logInfo("portal.flow_rejected", { requestId, flow: type, error: error.message });
    return undefined;
  }
}

async function createStepUrl(stripe: Stripe, session: PortalSession, step: FlowData) {
  const after = { type: "redirect", redirect: { return_url: session.return_url } } as const;
  const flow_data = { ...step, after_completion: after };
  return (await stripe.billingPortal.sessions.create({ ...session, flow_data })).url;
}
