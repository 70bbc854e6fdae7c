/** The billing details of the plan section, from Stripe. Formatted on the server; the browser only lays them out. */

import type { DatedText, Moment } from "~/ui/time/dated-text";
import type { PaymentDue } from "../plan/plan-status.server";
import type { PlanView } from "../plan/plan-view.server";

export interface InvoiceLine {
  readonly id: string;
  readonly date: Moment;
  /** "$250.00". */
  readonly amount: string;
  /** What it is for: "Pro plan". */
  readonly subject: string;
  /** "Due"; "" when it is paid. */
  readonly status: string;
  /** It can still be paid. */
  readonly isOpen: boolean;
  /** Stripe's page of the invoice; null without one. */
  readonly url: string | null;
  readonly pdf: string | null;
}

/** "none": Stripe has no customer for this user. "unavailable": they could not be read; `message` says why. */
export type BillingDetails =
  | { readonly state: "none" }
  | { readonly state: "unavailable"; readonly message: string }
  | {
      readonly state: "loaded";
      /** The subscription at Stripe; the page's own copy may be older. */
      readonly plan: PlanView;
      /** "$250.00 on December 5"; null when nothing will be charged, or when open invoices make it unknown. */
      readonly nextPayment: DatedText | null;
      /** The unpaid invoices; null when nothing is due. */
      readonly due: PaymentDue | null;
      /** "Visa ending in 4242"; null without a payment method. */
      readonly card: string | null;
      /** Paid the last invoice in its place; null if `card` did, or nothing was paid. */
      readonly otherCard: string | null;
      /** Newest first, without the $0.00 invoices of trials. */
      readonly invoices: readonly InvoiceLine[];
    };
