/** What the pricing page offers to guests, to users without a plan, and to subscribers. */
import { href } from "react-router";
import { pricing } from "~/content/marketing/pricing";
import {
  type FreePlan,
  findPlan,
  formatDollars,
  type PaidPlan,
  type Plan,
  plans,
} from "~/content/plans";
import { signUpPath } from "~/navigation/paths";
import type { DatedText } from "~/ui/time/dated-text";
import { getPurchasePath } from "../checkout/purchase.server";
import { getPortalPath, type LabeledLink, MANAGE_LINK } from "../plan/links";
import { offerTerms } from "../plan/offer-terms.server";
import type { PlanCatalog, Prices } from "../plan/plan-catalog";
import type { SubscriptionView } from "../plan/subscription-view.server";

/** A plan's button, and its terms for this visitor. */
interface PlanOffer {
  readonly planId: Plan["id"];
  /** The plan that the user is on. */
  readonly isYours: boolean;
  /** The current plan is paused or canceled, and a button leads to the fix. */
  readonly isUrgent: boolean;
  /** The button; null when the visitor cannot choose this plan; `terms` says when they can. */
  readonly action: LabeledLink | null;
  /** What the user pays for it, "€2,300 a year", if that is not the list price. */
  readonly price: string | null;
  /** What it costs today according to our rules; null when the plan card has no terms to add. */
  readonly terms: DatedText | null;
}

interface Offers {
  readonly title: string;
  readonly lead: DatedText;
  /** True for a subscription to any product, with which no plan can be chosen. */
  readonly isSubscribed: boolean;
  /** A plan that is paused, which is said above the cards. */
  readonly paused: SubscriptionView | null;
  readonly offers: readonly PlanOffer[];
}

const NO_OFFER = { isYours: false, isUrgent: false, action: null, price: null, terms: null };

function createOffers(
  page: Omit<Offers, "offers">,
  getFreeOffer: (plan: FreePlan) => Partial<PlanOffer>,
  getOffer: (plan: PaidPlan) => Partial<PlanOffer>,
): Offers {
  const offers = plans.map((plan) => ({
    planId: plan.id,
    ...NO_OFFER,
    ...(plan.price === null ? getFreeOffer(plan) : getOffer(plan)),
  }));
  return { ...page, offers };
}

/** A 'Choose' button; for a plan that is not on sale, `path` is null and the button leads home. */
function chooseAction({ name }: Plan, path: string | null): LabeledLink {
  return { label: pricing.choose, name: `${pricing.choose} ${name}`, to: path ?? "/" };
}

/** Offers to guests, who need an account first. */
export function createGuestOffers(prices: Prices): Offers {
  return createOffers(
    { title: pricing.title, lead: [pricing.lead], isSubscribed: false, paused: null },
    // Having an account is choosing the free plan.
    (plan) => ({ action: chooseAction(plan, signUpPath(href("/dashboard"))) }),
    (plan) => {
      const path = getPurchasePath(plan.id, prices);
      return { action: chooseAction(plan, path && signUpPath(path)) };
    },
  );
}

/** Offers to a signed-in user; `current` is undefined when it could not be read. */
export function createUserOffers(
  current: SubscriptionView | undefined,
  hasHadTrial: boolean,
  { prices }: PlanCatalog,
): Offers {
  if (current?.isLive) return createSubscriberOffers(current, prices);
  const trial = hasHadTrial ? pricing.trialUsed : pricing.lead;
  const lead = current ? `${pricing.noPlan} ${trial}` : pricing.firstTrial;
  return createOffers(
    { title: pricing.choosePlan, lead: [lead], isSubscribed: false, paused: null },
    () => ({ isYours: current !== undefined }),
    (plan) => {
      const path = getPurchasePath(plan.id, prices);
      const today = pricing.today(formatDollars(plan.price.amount));
      return { action: chooseAction(plan, path), terms: hasHadTrial && path ? [today] : null };
    },
  );
}

function createSubscriberOffers(current: SubscriptionView, prices: Prices): Offers {
  const { text, planId, price, isListPrice } = current;
  const paused = current.isPaused ? current : null;
  const terms = price === null ? offerTerms.ownPrice : offerTerms.manage;
  const isKeepable = current.keepLabel !== null;
  const ownOffer = {
    isYours: true,
    isUrgent: isBlocked(current),
    // What ends a pause is above the cards.
    action: isKeepable ? current.action : MANAGE_LINK,
    price: isListPrice ? null : price,
    terms: isKeepable ? null : [terms],
  };
  return createOffers(
    { title: pricing.yourPlan, lead: text, isSubscribed: true, paused },
    () => NO_OFFER,
    (plan) => (plan.id === planId ? ownOffer : createSwitchOffer(plan, current, prices)),
  );
}

/** True while a plan is paused or canceled: the user has to fix that before a switch. */
function isBlocked({ isPaused, cancelAt }: SubscriptionView): boolean {
  return isPaused || cancelAt !== null;
}

/**
 * Plans are switched in the billing portal, by the rules of its configuration (docs/billing.md): an upgrade
 * is charged immediately, a downgrade waits for the end of the period, a trial continues.
 */
function createSwitchOffer(
  plan: PaidPlan,
  current: SubscriptionView,
  prices: Prices,
): Partial<PlanOffer> {
  const { planId, next, isListPrice, statusDetail, trialEnd, currentPeriodEnd } = current;
  // The card of the user's plan has the next step. A subscription to another product has no such card.
  const manage = planId === null ? MANAGE_LINK : null;
  const withoutSwitch = (...terms: DatedText) => ({ action: manage, terms });
  if (prices[plan.id] === "") return withoutSwitch(offerTerms.notSold);
  if (isBlocked(current)) {
    const { keepLabel } = current;
    return withoutSwitch(keepLabel === null ? offerTerms.paused : offerTerms.first(keepLabel));
  }
  if (next && currentPeriodEnd) {
    const isThisPlan = next.planName === plan.name;
    const scheduled = isThisPlan
      ? offerTerms.scheduled(plan, currentPeriodEnd)
      : offerTerms.otherScheduled(currentPeriodEnd);
    return withoutSwitch(...scheduled);
  }
  const currentPlan = findPlan(planId);
  // Only Stripe knows what is possible on an old price, in another currency, or if no card is charged.
  if (!currentPlan || !isListPrice || !currentPeriodEnd || statusDetail) {
    return withoutSwitch(offerTerms.askStripe);
  }
  const action = { label: pricing.switchTo(plan.name), to: getPortalPath(plan.id) };
  if (trialEnd) return { action, terms: offerTerms.inTrial(plan, trialEnd) };
  // Another interval starts a new period, whose price Stripe works out.
  if (plan.price.interval !== currentPlan.price.interval) {
    return { action, terms: [offerTerms.askStripe] };
  }
  const isCheaper = plan.price.amount < currentPlan.price.amount;
  const terms = isCheaper
    ? offerTerms.downgrade(plan, currentPlan, currentPeriodEnd)
    : offerTerms.upgrade(plan, currentPeriodEnd);
  return { action, terms };
}
