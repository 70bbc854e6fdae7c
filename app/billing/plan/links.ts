/** Links and buttons of a plan. */
import { href } from "react-router";
import { PLAN_IDS } from "~/content/plans";

export const PORTAL_PATH = href("/settings/billing");
/** Undoes a cancellation or a scheduled switch. */
export const KEEP_PLAN_PATH = href("/account/keep-plan");

/**
 * "card" asks for a new card, "cancel" whether to cancel, a plan's id to confirm the switch; "pay" is the
 * unpaid invoice, "invoices" the whole portal, also after the plan has ended.
 */
export const BILLING_FLOWS = ["card", "cancel", "pay", "invoices", ...PLAN_IDS] as const;

export type BillingFlow = (typeof BILLING_FLOWS)[number];

/** Opens one step of the billing portal, or the whole portal if Stripe does not offer that step. */
export function getPortalPath(flow: BillingFlow): string {
  return `${PORTAL_PATH}?flow=${flow}`;
}

/** A link or button that leads to the next step. */
export interface LabeledLink {
  readonly label: string;
  /** Accessible name, where the label alone does not say which plan, or that a tab opens. */
  readonly name?: string;
  readonly to: string;
  /** Stripe's page has no link back, so it opens in a new tab. */
  readonly isNewTab?: true;
}

/** Where Stripe's checkout returns to, and where a page reloads without scripts. */
export const CHECKED_OUT_PATH = `${href("/dashboard")}?paid=true`;
/** The page with the plan, first there for a subscriber. */
export const PLAN_PATH = href("/settings/general");

/** The link to request a change, for a plan that includes changes. */
export const REQUEST_CHANGE: LabeledLink = {
  label: "Request a change",
  to: `${href("/contact")}?topic=change`,
};
export const MANAGE_LINK: LabeledLink = { label: "Manage billing", to: PORTAL_PATH };
