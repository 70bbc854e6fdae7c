/** The billing portal's default configuration, which the Worker uses. */
import type Stripe from "stripe";
import { findDifferences, type Resource } from "../lib/checks.ts";
import { openStripe } from "../lib/stripe.ts";
import { type PlanPrice, readPlanPrices } from "./stripe-prices.ts";

/** In each mode; Stripe's API cannot create the default configuration. */
const PORTAL_PAGE = "https://dashboard.stripe.com/settings/billing/portal";

/**
 * Features and their billing behavior. Stripe returns the products only on request, so metadata names their
 * prices.
 */
function portalSettings(prices: readonly PlanPrice[]) {
  const features = {
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: "at_period_end" },
    // Access ends while a plan is paused, which no page offers.
    subscription_pause: { enabled: false },
    subscription_update: {
      enabled: true,
      default_allowed_updates: ["price"],
      // Upgrades are invoiced immediately, downgrades apply at the period's end, trials continue.
      proration_behavior: "always_invoice",
      schedule_at_period_end: {
        conditions: [{ type: "decreasing_item_amount" }, { type: "shortening_interval" }],
      },
      trial_update_behavior: "continue_trial",
      products: prices.map(({ price, product }) => ({ product, prices: [price] })),
    },
  } satisfies Stripe.BillingPortal.ConfigurationUpdateParams.Features;
  return { features, metadata: { prices: prices.map(({ price }) => price).join() } };
}

/**
 * The account's default portal configuration, which the Worker uses; undefined until one is saved in the
 * Dashboard.
 */
async function findPortal(stripe: Stripe): Promise<Stripe.BillingPortal.Configuration | undefined> {
  const { data } = await stripe.billingPortal.configurations.list({ is_default: true });
  return data[0];
}

/**
 * Configures the default portal: plan changes, cancellation at the period's end, cards, invoices. Does
 * nothing when the account has no portal yet; the first one is saved in the Dashboard.
 */
export async function ensurePortal(stripe: Stripe, prices: readonly PlanPrice[]): Promise<void> {
  const portal = await findPortal(stripe);
  if (portal) await stripe.billingPortal.configurations.update(portal.id, portalSettings(prices));
}

export const billingPortal: Resource = {
  name: "Stripe billing portal",
  read: async (target) => {
    const portal = await findPortal(openStripe(target));
    if (!portal) return { problems: [`no portal yet: press Save at ${PORTAL_PAGE}`] };
    const { features, metadata } = portalSettings(readPlanPrices(target));
    const { products: _, ...update } = features.subscription_update;
    const wanted = { ...features, subscription_update: update };
    return {
      problems: findDifferences({ ...wanted, metadata }, { ...portal.features, ...portal }),
    };
  },
  write: (target) => ensurePortal(openStripe(target), readPlanPrices(target)),
};
