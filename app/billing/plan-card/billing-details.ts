/** What the plan card shows once Stripe has answered. Worded on the server, so that it is only laid out here. */
import type { Moment, TextWithDates } from "~/ui/time/dated-text";
import type { PlanDescription } from "../plan/plan-words";

/** Where the page asks for it once it runs. */
export const BILLING_DETAILS_PATH = "/account/billing";
/** In the query of the general settings: wait for Stripe, for browsers without scripts. */
export const AWAIT_DETAILS_PARAM = "details";
/** In the query of the page that the portal returns to: sync first. */
export const FROM_PORTAL_PARAM = "from-portal";

export interface InvoiceLine {
  readonly id: string;
  readonly day: Moment;
  /** "$250.00". */
  readonly amount: string;
  /** "Paid". */
  readonly status: string;
  /** It can still be paid. */
  readonly isOpen: boolean;
  /** Where it can be looked at and paid; null for none. */
  readonly url: string | null;
  readonly pdf: string | null;
}

/** "none": Stripe has no customer for this user. "unavailable": it did not answer, and `message` says so. */
export type BillingDetails =
  | { readonly state: "none" }
  | { readonly state: "unavailable"; readonly message: string }
  | {
      readonly state: "known";
      /** Of the subscription at Stripe; the page's own may be older. */
      readonly words: PlanDescription;
      /** Further subscriptions that have not ended. */
      readonly others: readonly TextWithDates[];
      /** "$250.00 on December 5"; null when nothing is going to be charged, or is not known because of what is open. */
      readonly nextPayment: TextWithDates | null;
      /** "$250.00; your card is tried again on November 23"; null when nothing is owed. */
      readonly owed: TextWithDates | null;
      /** "Visa ending in 4242"; null when none is on file. */
      readonly card: string | null;
      /** Newest first. */
      readonly invoices: readonly InvoiceLine[];
    };
