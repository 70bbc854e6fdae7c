/** A subscription as pages show it, made on the server from the customers row. */
import type { StatusDetail } from "#drizzle/schema";
import {
  FEATURING_PLANS,
  findPlan,
  formatListPrice,
  freePlan,
  PLANS_WITH_CHANGES,
} from "~/content/plans";
import { billingDate } from "./billing-date";
import { describeWelcome, type Welcome } from "./next-step.server";
import {
  findPlanByPrice,
  findPlanId,
  isActiveStatus,
  isLiveStatus,
  type PlanCatalog,
} from "./plan-catalog";
import { describeReplyTime } from "./reply-time";
import {
  describeSubscription,
  type SubscriptionDescription,
  type SubscriptionFacts,
  UNCONFIRMED,
} from "./subscription-sentences.server";

/** The subscription's columns of the customers table. */
export interface Subscription {
  readonly stripePriceId: string | null;
  /** Null in a row written before this column existed. */
  readonly stripeProductId: string | null;
  readonly stripeNextPriceId: string | null;
  /**
   * "$250 a month"; null for a price that has no such form, and in a row written before this column existed.
   */
  readonly priceText: string | null;
  /** "Visa ending in 4242"; null without a card, and in a row written before this column existed. */
  readonly cardText: string | null;
  readonly statusDetail: StatusDetail | null;
  /** "$250.00"; null where the sum is unknown. */
  readonly amountDueText: string | null;
  readonly stripeSubscriptionStatus: string | null;
  readonly subscriptionStartedAt: Date | null;
  readonly currentPeriodEnd: Date | null;
  readonly trialEnd: Date | null;
  readonly cancelAt: Date | null;
}

/** The subscription of a customer who never had one. */
export const NO_SUBSCRIPTION: Subscription = {
  stripePriceId: null,
  stripeProductId: null,
  stripeNextPriceId: null,
  priceText: null,
  cardText: null,
  statusDetail: null,
  amountDueText: null,
  stripeSubscriptionStatus: null,
  subscriptionStartedAt: null,
  currentPeriodEnd: null,
  trialEnd: null,
  cancelAt: null,
};

/** A customers row. */
type CustomerRow = Subscription & { readonly stripeCustomerId?: string | null };

/** What the row says, which alone decides what the subscriber may do. */
export interface SubscriptionView extends SubscriptionFacts, SubscriptionDescription {
  /** The price is the plan's list price; else what another plan would cost is unknown. */
  readonly isListPrice: boolean;
  readonly planIsActive: boolean;
  /** Whether the plan covers featured items. */
  readonly canFeature: boolean;
  /** Whether the plan covers changes to the customer's software. */
  readonly includesChanges: boolean;
  /** What happens next, while the plan is new; null afterwards. */
  readonly welcome: Welcome | null;
  /** When a founder replies to a message that is written now. */
  readonly reply: string;
  /** True until it has ended: the billing portal manages it, and checkout rejects a second one. */
  readonly isLive: boolean;
  /** "Pro, $250 a month", as far as it is known; "" without a live one. */
  readonly label: string;
  /** The plan is paused, canceled or missing, with none on its way: the dashboard says so. */
  readonly hasNotice: boolean;
  /** What is charged next, while the plan is live; null if unknown. */
  readonly card: string | null;
  /** Stripe has a customer, whose invoices stay there. */
  readonly hasCustomer: boolean;
  /** Back from a checkout, and not live yet. */
  readonly isPaymentPending: boolean;
}

/**
 * The view of a customers row; no row, no plan. The SQL gate (featuring-plan.server.ts) enforces the access.
 */
export function viewSubscription(
  stored: CustomerRow | null | undefined,
  catalog: PlanCatalog,
  isBackFromCheckout = false,
): SubscriptionView {
  const row: CustomerRow = stored ?? NO_SUBSCRIPTION;
  const { stripePriceId: priceId, priceText: price } = row;
  const isListPrice = price !== null && price === findListPrice(priceId, catalog);
  const facts = readFacts(row, catalog, isListPrice);
  const { status, planId } = facts;
  const isLive = isLiveStatus(status);
  const planIsActive = isActiveStatus(status);
  const isPaymentPending = isBackFromCheckout && !isLive;
  const description = describeSubscription(facts);
  const isMissing = !isLive && !isPaymentPending;
  return {
    ...facts,
    ...description,
    ...(isPaymentPending ? { planName: null, text: [UNCONFIRMED], action: null } : {}),
    isListPrice,
    planIsActive,
    canFeature: planIsActive && FEATURING_PLANS.some((plan) => plan === planId),
    includesChanges: planIsActive && PLANS_WITH_CHANGES.some((plan) => plan === planId),
    welcome: planIsActive && planId ? describeWelcome(row, planId) : null,
    reply: describeReplyTime(planIsActive ? planId : null),
    isLive,
    label: [facts.planName, facts.price].filter((part) => part !== null).join(", "),
    hasNotice: isMissing || description.isPaused || facts.cancelAt !== null,
    card: isLive ? row.cardText : null,
    hasCustomer: Boolean(row.stripeCustomerId),
    isPaymentPending,
  };
}

function readFacts(
  row: Subscription,
  catalog: PlanCatalog,
  isListPrice: boolean,
): SubscriptionFacts {
  const { stripeSubscriptionStatus: status, stripeNextPriceId: nextPrice } = row;
  const planId = findPlanId({ price: row.stripePriceId, product: row.stripeProductId }, catalog);
  const isLive = isLiveStatus(status);
  const live = isLive ? row : NO_SUBSCRIPTION;
  const nextPlan = findPlan(findPlanByPrice(nextPrice, catalog.prices));
  return {
    status,
    statusDetail: row.statusDetail,
    amountDue: row.amountDueText,
    planId,
    planName: (isLive ? findPlan(planId) : freePlan)?.name ?? null,
    price: live.priceText,
    cancelAt: billingDate(live.cancelAt),
    trialEnd: billingDate(status === "trialing" ? row.trialEnd : null),
    currentPeriodEnd: billingDate(live.currentPeriodEnd),
    next: live.stripeNextPriceId
      ? {
          planName: nextPlan?.name ?? null,
          price: isListPrice ? findListPrice(nextPrice, catalog) : null,
        }
      : null,
  };
}

/** "$250 a month", as on the pricing page, for a price on sale; null for any other price. */
export function findListPrice(priceId: string | null, { prices }: PlanCatalog): string | null {
  const plan = findPlan(findPlanByPrice(priceId, prices));
  return plan ? formatListPrice(plan.price) : null;
}
