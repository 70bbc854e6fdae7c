/** What the pricing page offers to guests, to users without a plan, and to subscribers. */

import { getPortalPath, MANAGE_ACTION, type PlanAction } from "~/content/billing/plan-actions";
import { switchTerms } from "~/content/billing/plan-status.server";
import type { DatedText } from "~/content/dated-text";
import { pricing } from "~/content/marketing/pricing";
import { formatDollars, formatMonthly, type Plan, type PlanId, plans } from "~/content/plans";
import { signUpPath } from "~/navigation/paths";
import { getPurchasePath } from "../checkout/purchase.server";
import type { PlanCatalog, Prices } from "../plan/plan-catalog";
import type { StoredPlan } from "../plan/plan-view.server";

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
    const path = getPurchasePath(id, prices);
    return createOffer(path && signUpPath(path));
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

/** A 'Choose' button; for a plan that is not on sale, `path` is null and the button leads home. */
function createOffer(path: string | null): Offer {
  return { ...NO_OFFER, action: { label: pricing.choose, to: path ?? "/" } };
}

/** For signed-in users; `current` is undefined when it could not be read. */
export function createUserOffers(
  current: StoredPlan | undefined,
  hasHadTrial: boolean,
  { prices }: PlanCatalog,
): Offers {
  if (!current) {
    return createOffers([pricing.firstTrial], ({ id }) => createOffer(getPurchasePath(id, prices)));
  }
  if (current.isLive) {
    const { text, action } = current;
    const hasToAct = isBlocked(current);
    const lead = hasToAct && action ? [...text, ` ${switchTerms.actionFirst(action.label)}`] : text;
    const yours = {
      ...NO_OFFER,
      isYours: true,
      isUrgent: hasToAct,
      action: action ?? MANAGE_ACTION,
    };
    return createOffers(lead, (plan) =>
      plan.id === current.planId ? yours : createSwitchOffer(plan, current, prices),
    );
  }
  return createOffers([hasHadTrial ? pricing.trialUsed : pricing.lead], (plan) => {
    const isPaidToday = hasHadTrial && prices[plan.id] !== "";
    const terms = isPaidToday ? [pricing.today(formatDollars(plan.pricePerMonth))] : null;
    return { ...createOffer(getPurchasePath(plan.id, prices)), terms };
  });
}

/** Paused or canceled: no switch before the reader has fixed that. */
function isBlocked({ requiresAction, cancelAt }: StoredPlan): boolean {
  return requiresAction || cancelAt !== null;
}

/** Plans are switched in the billing portal, by the rules of its configuration (docs/billing.md). */
function createSwitchOffer(plan: Plan, current: StoredPlan, prices: Prices): Offer {
  // The next step is on the card of the reader's plan. A subscription to another product has no card.
  const action = current.planId === null ? MANAGE_ACTION : null;
  const wait = (terms: DatedText | null): Offer => ({ ...NO_OFFER, action, terms });
  if (prices[plan.id] === "") return wait([switchTerms.notOnSale]);
  // It is paused or canceled; the lead says what to do first.
  if (isBlocked(current)) return wait(null);
  const { next, currentPeriodEnd } = current;
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
    ...getSwitchTerms(plan, current),
  };
}

/** An upgrade is charged immediately, a downgrade waits for the end of the period, a trial continues. */
function getSwitchTerms(
  { pricePerMonth }: Plan,
  { planId, price, status, trialEnd, currentPeriodEnd }: StoredPlan,
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
