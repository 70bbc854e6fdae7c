/** A plan as pages show it, whether it comes from the customers row or from Stripe. Made on the server. */

import { FEATURING_PLANS, findPlan, formatMonthly, type PlanId } from "~/content/plans";
import { billingDate, daysUntil } from "./billing-date";
import {
  findPlanByPrice,
  findPlanId,
  isActiveStatus,
  isLiveStatus,
  type PlanCatalog,
} from "./plan-catalog";
import {
  describePlan,
  type PaymentDue,
  type PlanDescription,
  type PlanFacts,
} from "./plan-status.server";

/** The subscription's columns of the customers table. */
export interface PlanRow {
  readonly stripePriceId: string | null;
  /** Null in a row written before this column existed. */
  readonly stripeProductId: string | null;
  readonly stripeNextPriceId: string | null;
  readonly stripeSubscriptionStatus: string | null;
  readonly currentPeriodEnd: Date | null;
  readonly trialEnd: Date | null;
  readonly cancelAt: Date | null;
}

/** A plan as pages show it. */
export interface PlanView extends PlanFacts, PlanDescription {
  readonly planId: PlanId | null;
  /** Days left of the trial; null without a trial. */
  readonly trialDaysLeft: number | null;
}

/** The plan of the customers row, which alone decides what the subscriber may do. */
export interface StoredPlan extends PlanView {
  readonly planIsActive: boolean;
  /** Whether the plan covers featured items. */
  readonly canFeature: boolean;
  /** Not ended: the billing portal manages it, and checkout rejects a second one. */
  readonly isLive: boolean;
}

/** What only Stripe knows: a price that is not on sale, and the payment that is due. */
interface StripeFacts {
  readonly price: string | null;
  readonly due: PaymentDue | null;
}

/** Reads a customers row, or with `atStripe` a subscription in the form of a row. Without a row there is no plan. */
export function readPlan(
  row: PlanRow | null | undefined,
  catalog: PlanCatalog,
  atStripe?: StripeFacts,
): PlanView {
  const status = row?.stripeSubscriptionStatus ?? null;
  const ids = { price: row?.stripePriceId ?? null, product: row?.stripeProductId ?? null };
  const planId = findPlanId(ids, catalog);
  const live = isLiveStatus(status) ? row : null;
  const trialEnd = status === "trialing" ? row?.trialEnd : null;
  const nextPrice = live?.stripeNextPriceId;
  const facts: PlanFacts = {
    status,
    planName: findPlan(planId)?.name ?? null,
    price: atStripe ? atStripe.price : findPlanOnSale(ids.price, catalog).price,
    cancelAt: billingDate(live?.cancelAt),
    trialEnd: billingDate(trialEnd),
    currentPeriodEnd: billingDate(live?.currentPeriodEnd),
    next: nextPrice ? findPlanOnSale(nextPrice, catalog) : null,
  };
  return {
    ...facts,
    ...describePlan(facts, atStripe?.due),
    planId,
    trialDaysLeft: trialEnd ? daysUntil(trialEnd) : null,
  };
}

/** `readPlan` of a customers row, with the access that it gives. The SQL gate (featuring-plan.server.ts) enforces it. */
export function readStoredPlan(row: PlanRow | null | undefined, catalog: PlanCatalog): StoredPlan {
  const plan = readPlan(row, catalog);
  const planIsActive = isActiveStatus(plan.status);
  return {
    ...plan,
    planIsActive,
    canFeature: planIsActive && plan.planId !== null && FEATURING_PLANS.includes(plan.planId),
    isLive: isLiveStatus(plan.status),
  };
}

/** The plan's name and "$250 a month" for a price on sale; nulls for any other price. */
function findPlanOnSale(priceId: string | null, { prices }: PlanCatalog) {
  const plan = findPlan(findPlanByPrice(priceId, prices));
  return {
    planName: plan?.name ?? null,
    price: plan ? formatMonthly(plan.pricePerMonth) : null,
  };
}
