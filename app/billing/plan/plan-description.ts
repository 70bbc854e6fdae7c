/** Describes a plan's state and the next step, for every subscription status. Runs on the server. */
import {
  activePlan,
  createUnknownStatus,
  KEEP_PLAN_ACTION,
  noPlanStatus,
  type PaymentDue,
  type PlanAction,
  planNames,
  planStatuses,
} from "~/content/billing/plan-status";
import type { DatedText, Moment } from "~/content/dated-text";
import { daysUntil } from "./billing-date";
import {
  isActiveStatus,
  type PlanPrices,
  readSubscription,
  type ScheduledPlan,
  type StoredSubscription,
} from "./subscription";

/** The facts that a description is made of. */
export interface PlanState {
  /** Stripe's status; null before the first subscription. */
  readonly status: string | null;
  /** Null for a subscription to another product. */
  readonly planName: string | null;
  /** "$250 a month"; null where it is unknown. */
  readonly price: string | null;
  readonly trialEnd: Moment | null;
  readonly cancelAt: Moment | null;
  readonly currentPeriodEnd: Moment | null;
  /** What replaces the plan at the end of the period; null when nothing changes. */
  readonly next: ScheduledPlan | null;
}

/** A plan in one or two sentences, with the next step. */
export interface PlanDescription {
  readonly text: DatedText;
  readonly action: PlanAction | null;
  /** The plan is paused until the subscriber acts. */
  readonly isProblem: boolean;
}

/** The sentences are in content/billing/plan-status.ts. Only Stripe knows the `due` payment; the row does not. */
export function describePlanState(
  state: PlanState,
  due: PaymentDue | null = null,
): PlanDescription {
  const { status, planName } = state;
  if (isActiveStatus(status)) return describeActivePlan(state);
  const { text, action, isProblem } =
    status === null ? noPlanStatus : (planStatuses[status] ?? createUnknownStatus(status));
  const plan = planName === null ? planNames.withoutName : planNames.withName(planName);
  return { text: text(plan, due), action, isProblem };
}

function describeActivePlan(state: PlanState): PlanDescription {
  const { status, planName, price, cancelAt, next, currentPeriodEnd } = state;
  const isTrial = status === "trialing";
  const subject = activePlan.subject(planName, isTrial);
  if (cancelAt) {
    const text = activePlan.canceled(subject, cancelAt, isTrial);
    return { text, action: KEEP_PLAN_ACTION, isProblem: false };
  }
  const trialEnd = isTrial ? state.trialEnd : null;
  const end = trialEnd ?? currentPeriodEnd;
  let text = activePlan.renews(subject, price, currentPeriodEnd);
  if (trialEnd) text = activePlan.trial(subject, trialEnd, price);
  if (next && end) {
    const name = next.planName ?? activePlan.differentPrice;
    text = activePlan.changes(subject, end, name, next.price);
  }
  return { text, action: null, isProblem: false };
}

/** A plan as the customers row has it, available without a call to Stripe. */
export interface AccountPlan {
  readonly description: PlanDescription;
  /** Days left of the trial; null without a trial. */
  readonly trialDaysLeft: number | null;
  /** Not ended, so the billing portal manages it. */
  readonly isLive: boolean;
  /** A customer exists at Stripe, who may have invoices. */
  readonly hasDetails: boolean;
  readonly planId: string | null;
  readonly status: string | null;
}

interface StoredCustomer extends StoredSubscription {
  readonly stripeCustomerId: string | null;
}

/** Describes the plan of a customers row; null stands for no row. */
export function describePlan(customer: StoredCustomer | null, planPrices: PlanPrices): AccountPlan {
  const subscription = readSubscription(customer, planPrices);
  const { trialEnd, planId, status, isLive } = subscription;
  return {
    description: describePlanState(subscription),
    trialDaysLeft: trialEnd ? daysUntil(new Date(trialEnd.iso)) : null,
    isLive,
    hasDetails: Boolean(customer?.stripeCustomerId),
    planId,
    status,
  };
}
