/** What a plan is and what happens next, in words, for every state that Stripe knows. Runs on the server. */
import { KEEP_PLAN, noPlan, planStatuses, type Todo, unknownStatus } from "~/content/plan-status";
import { type Moment, type TextWithDates, textWithDates } from "~/ui/time/dated-text";
import { daysUntil } from "../billing-date";
import {
  isActiveStatus,
  type PlanPrices,
  readSubscription,
  type ScheduledPlan,
  type StoredSubscription,
} from "./subscription";

/** What there is to know of somebody's plan. */
export interface PlanState {
  /** As Stripe says it; null before the first subscription. */
  readonly status: string | null;
  /** Null for a subscription that is none of our plans. */
  readonly planName: string | null;
  /** "$250 a month"; null where it is not known. */
  readonly price: string | null;
  readonly trialEnd: Moment | null;
  readonly cancelAt: Moment | null;
  readonly currentPeriodEnd: Moment | null;
  /** What takes its place at the end of the period; null for nothing. */
  readonly next: ScheduledPlan | null;
}

/** A plan in a sentence or two, and what there is to do about it. */
export interface PlanDescription {
  readonly text: TextWithDates;
  readonly todo: Todo | null;
  /** The plan is on hold until the subscriber does something. */
  readonly isProblem: boolean;
}

/** The sentences are in content/plan-status.ts. */
export function describePlanState(state: PlanState): PlanDescription {
  const { status, planName } = state;
  if (isActiveStatus(status)) return running(state);
  const known = status === null ? noPlan : (planStatuses[status] ?? unknownStatus(status));
  const { todo, isProblem } = known;
  return { text: [known.text(planName === null ? "plan" : `${planName} plan`)], todo, isProblem };
}

/** A plan that gives access. */
function running(state: PlanState): PlanDescription {
  const { cancelAt, planName } = state;
  const isTrial = state.status === "trialing";
  const plan = planName === null ? "your" : `the ${planName}`;
  const kind = isTrial ? "trial" : "plan";
  const until = cancelAt ?? (isTrial ? state.trialEnd : null);
  const where = `On ${plan} ${kind}`;
  if (cancelAt) {
    const rest = isTrial ? "will not turn into a paid plan" : "will not renew";
    return {
      text: textWithDates`${where} until ${cancelAt}. It is canceled and ${rest}.`,
      todo: KEEP_PLAN,
      isProblem: false,
    };
  }
  return { text: textWithDates`${where}${followed(state, until)}`, todo: null, isProblem: false };
}

/** What comes after where somebody is now. */
function followed(state: PlanState, until: Moment | null): TextWithDates {
  const { next, price, currentPeriodEnd } = state;
  const end = until ?? currentPeriodEnd;
  if (next && end) {
    const cost = next.price === null ? "" : `, ${next.price}`;
    return textWithDates` until ${end}. Then ${next.planName ?? "a different price"}${cost}.`;
  }
  if (until) return textWithDates` until ${until}.${price === null ? "" : ` Then ${price}.`}`;
  const cost = price === null ? "." : `, ${price}.`;
  return currentPeriodEnd ? textWithDates`${cost} It renews on ${currentPeriodEnd}.` : [cost];
}

/** The plan as the row has it: there at once. */
export interface AccountPlan {
  readonly words: PlanDescription;
  /** Days of the trial that are left; null when there is no trial. */
  readonly trialDaysLeft: number | null;
  /** Not ended, so that the portal manages it. */
  readonly isLive: boolean;
  /** There is a customer at Stripe, who may have invoices. */
  readonly hasDetails: boolean;
  readonly planId: string | null;
  readonly status: string | null;
}

interface StoredCustomer extends StoredSubscription {
  readonly stripeCustomerId: string | null;
}

/** The plan of a stored customer. */
export function describePlan(customer: StoredCustomer | null, catalogue: PlanPrices): AccountPlan {
  const subscription = readSubscription(customer, catalogue);
  const { trialEnd, planId, status, isLive } = subscription;
  return {
    words: describePlanState(subscription),
    trialDaysLeft: trialEnd ? daysUntil(new Date(trialEnd.iso)) : null,
    isLive,
    hasDetails: Boolean(customer?.stripeCustomerId),
    planId,
    status,
  };
}
