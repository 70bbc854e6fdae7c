/** What the pricing page offers to whom. What subscribers are offered is in `subscriber-offers.server.ts`. */

import { pricing } from "~/content/marketing/pricing";
import { type Plan, type PlanId, plans } from "~/content/plans";
import { signUpPath } from "~/navigation/paths";
import type { DatedText } from "~/ui/dated-text";
import { choosePath } from "./purchase.server";
import type { Prices } from "./subscription";

/** A plan's button, and what it means for this reader. */
export interface PlanOffer {
  readonly planId: PlanId;
  readonly isYours: boolean;
  /** It rests until its button is pressed. */
  readonly isUrgent: boolean;
  readonly label: string;
  /** Where the button leads. */
  readonly to: string;
  /** What it costs today, by our rules; null where the card says all there is. */
  readonly terms: DatedText | null;
  /** Stripe can say the amount, which the rules do not. */
  readonly hasCost: boolean;
}

export interface Offers {
  readonly lead: DatedText;
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
export type Choice = Omit<PlanOffer, "planId">;

/** An offer for each plan. */
export function offerAll(lead: DatedText, offer: (plan: Plan) => Choice): Offers {
  return { lead, offers: plans.map((plan) => ({ planId: plan.id, ...offer(plan) })) };
}

/** To take a plan by what leads `to` it. */
export function choose(to: string): Choice {
  return {
    isYours: false,
    isUrgent: false,
    label: pricing.choose,
    to,
    terms: null,
    hasCost: false,
  };
}
