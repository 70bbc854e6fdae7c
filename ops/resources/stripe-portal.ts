/** The billing portal's default configuration, which the Worker uses. */
import type Stripe from "stripe";
import { findDifferences, type Resource } from "../lib/checks.ts";
import { openStripe } from "../lib/stripe.ts";
import { type PlanPrice, readPlanPrices } from "./stripe-prices.ts";

/** Where a person saves the default configuration, in each mode: Stripe's API cannot create it. */
const PORTAL_PAGE = "https://dashboard.stripe.com/settings/billing/portal";

/** Features and their billing behavior. */
function listFeatures(prices: readonly PlanPrice[]) {
  return {
    // Leaves out name and email: their next change on the site would overwrite what was entered there.
    customer_update: { enabled: true, allowed_updates: ["address", "phone", "tax_id"] },
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
}

/**
 * The account's default portal configuration, which the Worker uses, with its products, which Stripe returns
 * only on request. Undefined until one is saved in the Dashboard.
 */
async function findPortal(stripe: Stripe): Promise<Stripe.BillingPortal.Configuration | undefined> {
  const { data } = await stripe.billingPortal.configurations.list({
    is_default: true,
    expand: ["data.features.subscription_update.products"],
  });
  return data[0];
}

/**
 * Configures the default portal: plan changes, cancellation at the period's end, cards, invoices. Does
 * nothing when the account has no portal yet; the first one is saved in the Dashboard.
 */
export async function ensurePortal(stripe: Stripe, prices: readonly PlanPrice[]): Promise<void> {
  const portal = await findPortal(stripe);
  if (!portal) return;
  const features = listFeatures(prices);
  await stripe.billingPortal.configurations.update(portal.id, { features });
}

export const billingPortal: Resource = {
  name: "Stripe billing portal",
  read: async (target) => {
    const portal = await findPortal(openStripe(target));
    if (!portal) return { problems: [`no portal yet: press Save at ${PORTAL_PAGE}`] };
    const { subscription_update: update, ...features } = portal.features;
    const products = update.products?.map(({ product, prices }) => ({ product, prices }));
    const current = { ...features, subscription_update: { ...update, products } };
    return { problems: findDifferences(listFeatures(readPlanPrices(target)), current) };
  },
  write: (target) => ensurePortal(openStripe(target), readPlanPrices(target)),
};
