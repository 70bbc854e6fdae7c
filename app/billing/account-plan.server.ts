/** What the general settings say of somebody's plan. */
import type { Platform } from "~/platform/context.server";
import type { DatedText } from "~/ui/dated-text";
import { daysUntil } from "./billing-date";
import type { BillingDetails } from "./billing-details";
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

/** What is read from Stripe while the page waits; nulls where the page asks for it later. */
export interface DetailsNow {
  readonly details: BillingDetails | null;
  /** What was changed in the portal, for whoever comes back from it. */
  readonly changes: DatedText | null;
}

/**
 * Reads the details before the page is sent, and says what the visit to the portal has changed. While Stripe does
 * not answer the visit is kept in mind, so that a reload can say it.
 */
export async function readDetailsNow(
  platform: Platform,
  user: { readonly id: string; readonly customer: StoredCustomer | null },
): Promise<DetailsNow> {
  const { readBillingDetails } = await import("./billing-details.server");
  const visit = await import("./portal-visit.server");
  const stripeCustomerId = user.customer?.stripeCustomerId;
  const { details, source } = await readBillingDetails(platform, { id: user.id, stripeCustomerId });
  const before = visit.readPortalVisit(platform, user.id);
  if (!source || !before) return { details, changes: null };
  visit.forgetPortalVisit(platform);
  const standing = visit.standingOf(user.id, source.plan, platform.config.stripe);
  const card = source.plan.card?.name ?? null;
  return {
    details,
    changes: visit.describeChanges(before, { standing, state: source.state, card }),
  };
}
