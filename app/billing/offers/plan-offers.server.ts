/** What the pricing page offers to guests, to users without a plan, and to subscribers. */

import {
  getPortalPath,
  MANAGE_ACTION,
  type PlanAction,
  switchTerms,
} from "~/content/billing/plan-status";
import type { DatedText } from "~/content/dated-text";
import { pricing } from "~/content/marketing/pricing";
import { formatDollars, formatMonthly, type Plan, type PlanId, plans } from "~/content/plans";
import { signUpPath } from "~/navigation/paths";
import { getPurchasePath } from "../checkout/purchase.server";
import { describePlanState } from "../plan/plan-description";
import type { PlanPrices, Prices, Subscription } from "../plan/subscription";

/** A plan's button, and its terms for this reader. */
export interface PlanOffer {
  readonly planId: PlanId;
  /** The reader's current plan. */
  readonly isYours: boolean;
  /** The current plan is paused or canceled, and the button leads to the fix. */
  readonly isUrgent: boolean;
  /** The button; null when the reader cannot choose this plan; `terms` or the lead says when they can. */
  readonly action: PlanAction | null;
  /** What it costs today according to our rules; null when the plan card has no terms to add. */
  readonly terms: DatedText | null;
  /** The switch is charged immediately, and Stripe's invoice preview has the amount. */
  readonly isUpgrade: boolean;
}

export interface Offers {
  readonly lead: DatedText;
  readonly offers: readonly PlanOffer[];
}

/** For guests, who need an account first. */
export function createGuestOffers(prices: Prices): Offers {
  return createOffers([pricing.lead], ({ id }) => {
    const to = getPurchasePath(id, prices);
    return createOffer(to === "/" ? to : signUpPath(to));
  });
}

type Offer = Omit<PlanOffer, "planId">;

function createOffers(lead: DatedText, getOffer: (plan: Plan) => Offer): Offers {
  return { lead, offers: plans.map((plan) => ({ planId: plan.id, ...getOffer(plan) })) };
}

const NO_OFFER: Offer = {
  isYours: false,
  isUrgent: false,
  action: null,
  terms: null,
  isUpgrade: false,
};

/** A 'Choose' button. */
function createOffer(to: string): Offer {
  return { ...NO_OFFER, action: { label: pricing.choose, to } };
}

/** For signed-in users; without a `subscription` when it could not be read. */
export function createUserOffers(
  subscription: Subscription | undefined,
  { prices }: PlanPrices,
): Offers {
  if (!subscription) {
    return createOffers([pricing.firstTrial], ({ id }) => createOffer(getPurchasePath(id, prices)));
  }
  if (subscription.isLive) {
    const { text, action } = describePlanState(subscription);
    const lead = action ? [...text, ` ${switchTerms.actionFirst(action.label)}`] : text;
    return createOffers(lead, (plan) =>
      plan.id === subscription.planId
        ? {
            ...NO_OFFER,
            isYours: true,
            isUrgent: action !== null,
            action: action ?? MANAGE_ACTION,
          }
        : createSwitchOffer(plan, { subscription, isBlocked: action !== null, prices }),
    );
  }
  const { hasHadTrial } = subscription;
  return createOffers([hasHadTrial ? pricing.trialUsed : pricing.lead], (plan) => {
    const isPaidToday = hasHadTrial && prices[plan.id] !== "";
    const terms = isPaidToday ? [pricing.today(formatDollars(plan.pricePerMonth))] : null;
    return { ...createOffer(getPurchasePath(plan.id, prices)), terms };
  });
}

/** Plans are switched in the billing portal, by the rules of its configuration (docs/billing.md). */
function createSwitchOffer(
  plan: Plan,
  {
    subscription,
    isBlocked,
    prices,
  }: {
    subscription: Subscription;
    /** The current plan is paused or canceled; the lead says what to do first. */
    isBlocked: boolean;
    prices: Prices;
  },
): Offer {
  // The next step is on the card of the reader's plan. A subscription to another product has no card.
  const action = subscription.planId === null ? MANAGE_ACTION : null;
  const wait = (terms: DatedText | null): Offer => ({ ...NO_OFFER, action, terms });
  if (prices[plan.id] === "") return wait([switchTerms.notOnSale]);
  if (isBlocked) return wait(null);
  const { next, currentPeriodEnd } = subscription;
  if (next && currentPeriodEnd) {
    return wait(
      next.planName === plan.name
        ? switchTerms.atPeriodEnd(plan.name, currentPeriodEnd)
        : switchTerms.scheduled(currentPeriodEnd),
    );
  }
  return {
    ...NO_OFFER,
    action: { label: pricing.switchTo(plan.name), to: getPortalPath(plan.id) },
    ...getSwitchTerms(plan, subscription),
  };
}

/** An upgrade is charged immediately, a downgrade waits for the end of the period, a trial continues. */
function getSwitchTerms(
  { pricePerMonth }: Plan,
  { planId, price, status, trialEnd, currentPeriodEnd }: Subscription,
): Pick<PlanOffer, "terms" | "isUpgrade"> {
  const current = plans.find(({ id }) => id === planId);
  const monthly = formatMonthly(pricePerMonth);
  if (status === "trialing" && trialEnd) {
    return { terms: switchTerms.trial(trialEnd, monthly), isUpgrade: false };
  }
  // For a subscriber on an old price, only Stripe knows which plan costs more.
  if (!current || price === null || !currentPeriodEnd) {
    return { terms: [switchTerms.unknown], isUpgrade: false };
  }
  if (pricePerMonth < current.pricePerMonth) {
    const terms = switchTerms.downgrade(current.name, currentPeriodEnd, monthly);
    return { terms, isUpgrade: false };
  }
  return { terms: switchTerms.upgrade(currentPeriodEnd, monthly), isUpgrade: true };
}
