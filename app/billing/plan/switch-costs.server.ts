/** The cost of switching plans today, from Stripe's invoice preview. */
import type Stripe from "stripe";
import { switchTerms } from "~/content/billing/plan-status";
import { findPlan, formatMonthly, type PlanId } from "~/content/plans";
import type { Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import type { TextWithDates } from "~/ui/time/dated-text";
import { billingDate, dateFromSeconds } from "../billing-date";
import { formatAmount } from "../money";
import { createStripe } from "../stripe/stripe.server";
import { findPlanItem } from "../stripe/stripe-customer.server";

/** As sentences: "$843.12 today, then $1,900 a month from December 21." */
export type SwitchCosts = Partial<Readonly<Record<PlanId, TextWithDates>>>;

export interface SubscriberRef {
  readonly id: string;
  readonly stripeCustomerId: string;
  readonly stripeSubscriptionId: string;
}

/**
 * The cost of switching to each of `planIds`; empty when Stripe does not respond within the "details" timeouts, or
 * after ten calls a minute for a user. Never throws.
 */
export async function readSwitchCosts(
  platform: Platform,
  user: SubscriberRef,
  planIds: readonly PlanId[],
): Promise<SwitchCosts> {
  try {
    if (await checkRateLimit(platform, { purpose: "switch-costs", subject: user.id })) return {};
    const { stripe: config } = platform.config;
    const stripe = createStripe(config, "details");
    const subscription = await stripe.subscriptions.retrieve(user.stripeSubscriptionId);
    const item = findPlanItem(subscription, config);
    if (subscription.customer !== user.stripeCustomerId || !item) return {};
    const costs = await Promise.all(
      planIds.map(
        async (id) => [id, await previewCost(stripe, item, id, config.prices[id])] as const,
      ),
    );
    return Object.fromEntries(costs);
  } catch (error) {
    logError("billing.details_failed", error, { requestId: platform.requestId });
    return {};
  }
}

/** With the proration of the billing portal, which invoices an upgrade immediately. */
async function previewCost(
  stripe: Stripe,
  item: Stripe.SubscriptionItem,
  planId: PlanId,
  price: string,
): Promise<TextWithDates> {
  const { amount_due: amount, currency } = await stripe.invoices.createPreview({
    subscription: item.subscription,
    subscription_details: {
      items: [{ id: item.id, price }],
      proration_behavior: "always_invoice",
    },
  });
  const periodEnd = billingDate(dateFromSeconds(item.current_period_end));
  const monthly = formatMonthly(findPlan(planId)?.pricePerMonth ?? 0);
  return switchTerms.preview(formatAmount(amount, currency), monthly, periodEnd);
}
