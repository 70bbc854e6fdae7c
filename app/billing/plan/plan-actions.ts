/** Links, labels and notices of a plan that components import. What the server says is in `plan-status.server.ts`. */
import { href } from "react-router";
import type { PlanId } from "~/content/plans";

export const PORTAL_PATH = href("/settings/billing");
/** Loads billing details after the page, and undoes a cancellation or a scheduled switch. */
export const BILLING_DETAILS_PATH = href("/account/billing");

/**
 * One step of the billing portal: "card" asks for a new card, "cancel" whether to cancel, and a plan's id to
 * confirm the switch to it.
 */
export type PortalFlow = "card" | "cancel" | PlanId;

/**
 * Opens one step of the billing portal, or the whole portal if Stripe does not offer that step; "pay" opens
 * the unpaid invoice.
 */
export function getPortalPath(flow: PortalFlow | "pay"): string {
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

/** Link to the contact form, for plans that include changes. */
export const CHANGE_ACTION: PlanAction = {
  label: "Request a change",
  to: `${href("/contact")}?topic=change`,
};
export const MANAGE_ACTION: PlanAction = { label: "Manage billing", to: PORTAL_PATH };
export const CANCEL_ACTION: PlanAction = { label: "Cancel plan", to: getPortalPath("cancel") };

/** Label of a link to an invoice's page at Stripe. */
export const newTabLabel = (label: string) => `${label} (opens in a new tab)`;

/** Accessible name of the problem notice on the dashboard. */
export const planProblemLabel = "Your plan";

/** Notice on the dashboard after a checkout. */
export const checkoutNotice = {
  subscribed: (planId: string | null) =>
    `You are now subscribed${planId ? ` to the ${planId} plan` : ""}`,
  next: "We’ll email you within one business day.",
  pending: "Thank you! We’re waiting for our payment provider to confirm your subscription.",
  unconfirmed:
    "Our payment provider hasn’t confirmed your subscription yet. Please reload this page in a few minutes.",
  updates: "This page updates automatically.",
  reload: "Reload this page in a moment",
} as const;
