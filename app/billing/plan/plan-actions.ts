/** Links of a plan, and sentences about its payments, which components import too. */
import { href } from "react-router";
import { PLAN_IDS } from "~/content/plans";

export const PORTAL_PATH = href("/settings/billing");
/** Loads billing details after the page, and undoes a cancellation or a scheduled switch. */
export const BILLING_DETAILS_PATH = href("/account/billing");

/** "card" asks for a new card, "cancel" whether to cancel, a plan's id to confirm the switch; "pay" is the unpaid invoice. */
export const BILLING_FLOWS = ["card", "cancel", "pay", ...PLAN_IDS] as const;

export type BillingFlow = (typeof BILLING_FLOWS)[number];

/** Opens one step of the billing portal, or the whole portal if Stripe does not offer that step. */
export function getPortalPath(flow: BillingFlow): string {
  return `${PORTAL_PATH}?flow=${flow}`;
}

/** A link or button that leads to the next step. */
export interface PlanAction {
  readonly label: string;
  /** Accessible name, where the label alone does not say which plan, or that a tab opens. */
  readonly name?: string;
  readonly to: string;
  /** Stripe's page has no link back, so it opens in a new tab. */
  readonly isNewTab?: true;
}

/** Where Stripe's checkout returns to. */
export const CHECKED_OUT_PATH = `${href("/dashboard")}?paid=true`;
/** The page with the plan, first there for a subscriber. */
export const PLAN_PATH = href("/settings/general");

export const MANAGE_ACTION: PlanAction = { label: "Manage billing", to: PORTAL_PATH };

/** `card` is null where it is unknown; `nextCard` is charged next, if that is another one. */
export function describeCharge(charge: {
  readonly amount: string;
  readonly card?: string | null;
  readonly nextCard?: string | null;
}): string {
  const { amount, card, nextCard } = charge;
  return `${amount} was charged${card ? ` to your ${card}` : ""}.${nextCard ? ` ${describeNextCard(nextCard)}` : ""}`;
}

/** After a failed payment; `amount`, "$250.00", is null when the payment is unknown. */
export function describeRecovery(
  amount: string | null,
  planName: string | null,
  nextCard: string | null,
): string {
  const payment = amount === null ? "" : `Your payment of ${amount} went through. `;
  const next = nextCard === null ? "" : ` ${describeNextCard(nextCard)}`;
  return `${payment}${planName ?? "Your plan"} is active again.${next}`;
}

/** Another card paid, which changes none: the one that was declined stays. */
function describeNextCard(card: string): string {
  return `Your next payment still goes to your ${card}; you can update it in your settings.`;
}
