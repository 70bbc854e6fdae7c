/** What the general settings say of somebody's plan. */
import type { Platform } from "~/platform/context.server";
import { daysUntil } from "./billing-date";
import { type PlanWords, planWords } from "./plan-words";
import { readSubscription, type StoredSubscription } from "./subscription";

/** The plan as the row has it: there at once. */
export interface AccountPlan {
  readonly words: PlanWords;
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

export function describePlan(
  customer: StoredCustomer | null,
  { config }: Pick<Platform, "config">,
): AccountPlan {
  const subscription = readSubscription(customer, config.stripe);
  const { trialEnd, planId, status, isLive } = subscription;
  return {
    words: planWords(subscription),
    trialDaysLeft: trialEnd ? daysUntil(new Date(trialEnd.iso)) : null,
    isLive,
    hasDetails: Boolean(customer?.stripeCustomerId),
    planId,
    status,
  };
}
