/** What an upgrade costs today, from Stripe's invoice preview. */
import { switchTerms } from "~/content/billing/plan-status.server";
import type { DatedText } from "~/content/dated-text";
import { findPlan, formatMonthly, type PlanId } from "~/content/plans";
import type { Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { formatAmount } from "../money";
import { billingDate, dateFromSeconds } from "../plan/billing-date";
import { createStripe } from "../stripe/stripe.server";
import { findPlanItem } from "../stripe/stripe-customer.server";

/** By plan: "Today you pay $843.12 until December 21, then $1,900 a month." */
export type SwitchCosts = Partial<Readonly<Record<PlanId, DatedText>>>;

/**
 * The cost of switching `subscriptionId` to each of `planIds`, with the proration of the billing portal. Empty when
 * Stripe does not respond within the "details" timeouts, or after ten calls a minute for a user. Never throws.
 */
export async function readSwitchCosts(
  platform: Platform,
  { userId, subscriptionId }: { readonly userId: string; readonly subscriptionId: string },
  planIds: readonly PlanId[],
): Promise<SwitchCosts> {
  try {
    if (await checkRateLimit(platform, { purpose: "switch-costs", subject: userId })) return {};
    const { stripe: config } = platform.config;
    const stripe = createStripe(config, "details");
    const item = findPlanItem(await stripe.subscriptions.retrieve(subscriptionId), config);
    if (!item) return {};
    const preview = async (planId: PlanId) => {
      const { amount_due: amount, currency } = await stripe.invoices.createPreview({
        subscription: subscriptionId,
        subscription_details: {
          items: [{ id: item.id, price: config.prices[planId] }],
          proration_behavior: "always_invoice",
        },
      });
      const end = billingDate(dateFromSeconds(item.current_period_end));
      const monthly = formatMonthly(findPlan(planId)?.pricePerMonth ?? 0);
      return [planId, switchTerms.upgrade(end, monthly, formatAmount(amount, currency))] as const;
    };
    return Object.fromEntries(await Promise.all(planIds.map(preview)));
  } catch (error) {
    logError("billing.details_failed", error, { requestId: platform.requestId });
    return {};
  }
}
