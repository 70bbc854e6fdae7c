/** What switching plans would cost today, by Stripe's own preview of the invoice. */
import type Stripe from "stripe";
import { findPlan, type PlanId } from "~/content/plans";
import type { Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { type TextWithDates, textWithDates } from "~/ui/time/dated-text";
import { billingDate, dateFromSeconds } from "../billing-date";
import { formatAmount, formatMonthly } from "../money";
import { createStripe } from "../stripe/stripe.server";
import { findPlanItem } from "../stripe/stripe-customer.server";

/** In words: "$843.12 today, then $1,900 a month from December 21." */
export type SwitchCosts = Partial<Readonly<Record<PlanId, TextWithDates>>>;

export interface SwitchCandidate {
  readonly id: string;
  readonly stripeCustomerId: string;
  readonly stripeSubscriptionId: string;
}

/**
 * The costs of switching to each of `planIds`; none where Stripe does not say. At most ten times a minute for a user,
 * within the time and the retries of "details" in stripe.server.ts. Never throws.
 */
export async function readSwitchCosts(
  platform: Platform,
  user: SwitchCandidate,
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
      planIds.map(async (id) => [id, await costOf(stripe, item, id, config.prices[id])] as const),
    );
    return Object.fromEntries(costs);
  } catch (error) {
    logError("billing.details_failed", error, { requestId: platform.requestId });
    return {};
  }
}

/** The portal invoices an upgrade at once, so that is what is asked for. */
async function costOf(
  stripe: Stripe,
  item: Stripe.SubscriptionItem,
  planId: PlanId,
  price: string,
): Promise<TextWithDates> {
  const invoice = await stripe.invoices.createPreview({
    subscription: item.subscription,
    subscription_details: {
      items: [{ id: item.id, price }],
      proration_behavior: "always_invoice",
    },
  });
  const day = billingDate(dateFromSeconds(item.current_period_end));
  const monthly = formatMonthly(findPlan(planId)?.pricePerMonth ?? 0);
  return textWithDates`${formatAmount(invoice.amount_due, invoice.currency)} today, then ${monthly} from ${day}.`;
}
