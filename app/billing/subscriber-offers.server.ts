/** What the pricing page offers to people with an account: a checkout, or a switch. */

import { pricing } from "~/content/marketing/pricing";
import { type Plan, plans } from "~/content/plans";
import { dated } from "~/ui/dated-text";
import { formatMonthly } from "./money";
import { type Choice, choose, type Offers, offerAll, type PlanOffer } from "./plan-offers.server";
import { type PlanWords, planWords } from "./plan-words";
import { choosePath } from "./purchase.server";
import type { Catalogue, Prices, Subscription } from "./subscription";

const PORTAL = "/settings/billing";
const TRIAL_USED = "You have had your free trial, so a plan is charged from the first day.";

/** For somebody with an account; without a `subscription` where it cannot be read right now. */
export function offersFor(subscription: Subscription | undefined, catalogue: Catalogue): Offers {
  const { prices } = catalogue;
  if (subscription?.isLive) {
    const words = planWords(subscription);
    return offerAll(words.text, (plan) =>
      plan.id === subscription.planId
        ? {
            ...choose(PORTAL),
            isYours: true,
            isUrgent: words.isProblem,
            label: words.todo?.label ?? pricing.manage,
          }
        : switchTo(plan, { subscription, words, prices }),
    );
  }
  const lead = subscription?.hasHadTrial ? TRIAL_USED : pricing.lead;
  return offerAll([lead], (plan) => {
    const isPaidNow = subscription?.hasHadTrial === true && prices[plan.id] !== "";
    const terms = isPaidNow ? dated`$${plan.pricePerMonth.toLocaleString("en-US")} today.` : null;
    return { ...choose(choosePath(plan.id, prices)), terms };
  });
}

/** Changes are made in the portal, by the rules of its configuration (docs/billing.md). */
function switchTo(
  plan: Plan,
  { subscription, words, prices }: { subscription: Subscription; words: PlanWords; prices: Prices },
): Choice {
  const manage = { ...choose(PORTAL), label: pricing.manage };
  // A plan that is not on sale cannot be switched to.
  if (prices[plan.id] === "") return manage;
  if (words.isProblem && words.todo) {
    return { ...manage, terms: [`${words.todo.label} first, then you can switch.`] };
  }
  if (subscription.cancelAt) {
    return { ...manage, terms: ["Your plan is cancelled. Keep it first, then you can switch."] };
  }
  return { ...manage, label: `${pricing.switch} ${plan.name}`, ...costOf(plan, subscription) };
}

/** An upgrade is paid at once, a downgrade waits, a trial goes on. */
function costOf(
  { pricePerMonth }: Plan,
  { planId, price, status, trialEnd, currentPeriodEnd }: Subscription,
): Pick<PlanOffer, "terms" | "hasCost"> {
  const own = plans.find(({ id }) => id === planId);
  const cost = formatMonthly(pricePerMonth);
  if (status === "trialing" && trialEnd) {
    const terms = dated`Nothing today. The trial goes on until ${trialEnd}, then it is ${cost}.`;
    return { terms, hasCost: false };
  }
  // Somebody pays an old price: only Stripe knows which is dearer.
  if (!own || price === null || !currentPeriodEnd) {
    return { terms: ["You see what it costs today before you confirm."], hasCost: false };
  }
  if (pricePerMonth < own.pricePerMonth) {
    const terms = dated`Nothing today. You keep ${own.name} until ${currentPeriodEnd}, then it is ${cost}.`;
    return { terms, hasCost: false };
  }
  return {
    terms: dated`Today you pay the difference for the days until ${currentPeriodEnd}, then ${cost}.`,
    hasCost: true,
  };
}
