/** A plan as pages show it, whether it comes from the customers row or from Stripe. Made on the server. */

import { FEATURING_PLANS, findPlan, formatMonthly, type PlanId } from "~/content/plans";
import type { DatedText } from "~/ui/time/dated-text";
import { billingDate } from "./billing-date";
import { describeWelcome } from "./next-steps";
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
  /** "$250 a month"; null for a price that has no such form, and in a row written before this column existed. */
  readonly priceText: string | null;
  readonly stripeSubscriptionStatus: string | null;
  readonly subscriptionStartedAt: Date | null;
  readonly currentPeriodEnd: Date | null;
  readonly trialEnd: Date | null;
  readonly cancelAt: Date | null;
}

/** A plan as pages show it. */
export interface PlanView extends PlanFacts, PlanDescription {
  readonly planId: PlanId | null;
  /** The price is the plan's list price; else what another plan would cost is unknown. */
  readonly isListPrice: boolean;
}

/** The plan of the customers row, which alone decides what the subscriber may do. */
export interface StoredPlan extends PlanView {
  readonly planIsActive: boolean;
  /** Whether the plan covers featured items. */
  readonly canFeature: boolean;
  /** What happens next, while the plan is new; null afterwards. */
  readonly welcome: DatedText | null;
  /** Not ended: the billing portal manages it, and checkout rejects a second one. */
  readonly isLive: boolean;
  /** Paid in this browser, and not live yet. */
  readonly isAwaited: boolean;
}

/** Reads a customers row, or a subscription in its form. Only Stripe knows the payment that is `due`; no row, no plan. */
export function readPlan(
  row: PlanRow | null | undefined,
  catalog: PlanCatalog,
  due: PaymentDue | null = null,
): PlanView {
  const status = row?.stripeSubscriptionStatus ?? null;
  const ids = { price: row?.stripePriceId ?? null, product: row?.stripeProductId ?? null };
  const planId = findPlanId(ids, catalog);
  const live = isLiveStatus(status) ? row : null;
  const trialEnd = status === "trialing" ? row?.trialEnd : null;
  const price = row?.priceText ?? null;
  const isListPrice = price !== null && price === findListPrice(ids.price, catalog);
  const nextPrice = live?.stripeNextPriceId;
  const facts: PlanFacts = {
    status,
    planName: findPlan(planId)?.name ?? null,
    price,
    cancelAt: billingDate(live?.cancelAt),
    trialEnd: billingDate(trialEnd),
    currentPeriodEnd: billingDate(live?.currentPeriodEnd),
    next: nextPrice
      ? {
          planName: findPlan(findPlanByPrice(nextPrice, catalog.prices))?.name ?? null,
          price: isListPrice ? findListPrice(nextPrice, catalog) : null,
        }
      : null,
  };
  return {
    ...facts,
    ...describePlan(facts, due),
    planId,
    isListPrice,
  };
}

/** `readPlan` of a customers row, with the access that it gives. The SQL gate (featuring-plan.server.ts) enforces it. */
export function readStoredPlan(
  row: PlanRow | null | undefined,
  catalog: PlanCatalog,
  isPaid = false,
): StoredPlan {
  const plan = readPlan(row, catalog);
  const planIsActive = isActiveStatus(plan.status);
  const isAwaited = isPaid && !isLiveStatus(plan.status);
  return {
    ...plan,
    ...(isAwaited ? { text: ["Your new plan isn’t confirmed yet."], action: null } : {}),
    planIsActive,
    canFeature: planIsActive && plan.planId !== null && FEATURING_PLANS.includes(plan.planId),
    welcome:
      planIsActive && plan.planId ? describeWelcome(row?.subscriptionStartedAt ?? null) : null,
    isLive: isLiveStatus(plan.status),
    isAwaited,
  };
}

/** "$250 a month", as on the pricing page, for a price on sale; null for any other price. */
export function findListPrice(priceId: string | null, { prices }: PlanCatalog): string | null {
  const plan = findPlan(findPlanByPrice(priceId, prices));
  return plan ? formatMonthly(plan.pricePerMonth) : null;
}
