/** What the pricing page offers to guests, to people with an account, and to subscribers. */
import { pricing } from "~/content/marketing/pricing";
import { PORTAL_PATH, switchTerms } from "~/content/plan-status";
import { type Plan, type PlanId, plans } from "~/content/plans";
import { signUpPath } from "~/navigation/paths";
import type { TextWithDates } from "~/ui/time/dated-text";
import { choosePath } from "../checkout/purchase.server";
import { formatMonthly } from "../money";
import { describePlanState, type PlanDescription } from "./plan-words";
import type { PlanPrices, Prices, Subscription } from "./subscription";

/** A plan's button, and what it means for this reader. */
export interface PlanOffer {
  readonly planId: PlanId;
  readonly isYours: boolean;
  /** It is on hold until its button is pressed. */
  readonly isUrgent: boolean;
  readonly label: string;
  /** Where the button leads. */
  readonly to: string;
  /** What it costs today, by our rules; null where the card says all there is. */
  readonly terms: TextWithDates | null;
  /** Stripe can say the amount, which the rules do not. */
  readonly hasCost: boolean;
}

export interface Offers {
  readonly lead: TextWithDates;
  readonly offers: readonly PlanOffer[];
}

/** For a guest, who needs an account first. */
export function offersForGuest(prices: Prices): Offers {
  return offerAll([pricing.lead], ({ id }) => {
    const to = choosePath(id, prices);
    return choose(to === "/" ? to : signUpPath(to));
  });
}

/** An offer, whatever the plan. */
type Choice = Omit<PlanOffer, "planId">;

/** An offer for each plan. */
function offerAll(lead: TextWithDates, offer: (plan: Plan) => Choice): Offers {
  return { lead, offers: plans.map((plan) => ({ planId: plan.id, ...offer(plan) })) };
}

/** To take a plan by what leads `to` it. */
function choose(to: string): Choice {
  return {
    isYours: false,
    isUrgent: false,
    label: pricing.choose,
    to,
    terms: null,
    hasCost: false,
  };
}

/** For somebody with an account; without a `subscription` where it cannot be read right now. */
export function offersForUser(
  subscription: Subscription | undefined,
  catalogue: PlanPrices,
): Offers {
  const { prices } = catalogue;
  if (subscription?.isLive) {
    const words = describePlanState(subscription);
    return offerAll(words.text, (plan) =>
      plan.id === subscription.planId
        ? {
            ...choose(PORTAL_PATH),
            isYours: true,
            isUrgent: words.isProblem,
            label: words.todo?.label ?? pricing.manage,
          }
        : switchTo(plan, { subscription, words, prices }),
    );
  }
  const lead = subscription?.hasHadTrial ? pricing.trialUsed : pricing.lead;
  return offerAll([lead], (plan) => {
    const isPaidNow = subscription?.hasHadTrial === true && prices[plan.id] !== "";
    const terms = isPaidNow ? [pricing.today(plan.pricePerMonth)] : null;
    return { ...choose(choosePath(plan.id, prices)), terms };
  });
}

/** Changes are made in the portal, by the rules of its configuration (docs/billing.md). */
function switchTo(
  plan: Plan,
  {
    subscription,
    words,
    prices,
  }: { subscription: Subscription; words: PlanDescription; prices: Prices },
): Choice {
  const manage = { ...choose(PORTAL_PATH), label: pricing.manage };
  // A plan that is not on sale cannot be switched to.
  if (prices[plan.id] === "") return manage;
  if (words.isProblem && words.todo) {
    return { ...manage, terms: [switchTerms.problemFirst(words.todo.label)] };
  }
  if (subscription.cancelAt) {
    return { ...manage, terms: [switchTerms.canceled] };
  }
  if (subscription.next && subscription.currentPeriodEnd) {
    const { next, currentPeriodEnd: end } = subscription;
    const terms =
      next.planName === plan.name
        ? switchTerms.atPeriodEnd(plan.name, end)
        : [switchTerms.scheduled];
    return { ...manage, terms };
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
    return { terms: switchTerms.trial(trialEnd, cost), hasCost: false };
  }
  // On an old price only Stripe knows which plan costs more.
  if (!own || price === null || !currentPeriodEnd) {
    return { terms: [switchTerms.unknown], hasCost: false };
  }
  if (pricePerMonth < own.pricePerMonth) {
    return { terms: switchTerms.downgrade(own.name, currentPeriodEnd, cost), hasCost: false };
  }
  return { terms: switchTerms.upgrade(currentPeriodEnd, cost), hasCost: true };
}
