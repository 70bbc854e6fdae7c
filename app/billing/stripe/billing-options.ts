type BillingOption =
  /** Checkout shows a field for promotion codes, which are created in Stripe's Dashboard. */
  | "promotionCodes"
  /** Stripe Tax computes the tax. Checkout collects the billing address, and tax ids from businesses. */
  | "automaticTax"
  /** Checkout requires consent to the terms of service linked in Stripe's public details. */
  | "termsOfService"
  /** The portal asks for a cancellation reason. */
  | "cancellationReasons"
  /** Trials start without a card; the plan ends with the trial if no card was added. */
  | "trialWithoutCard";

export type BillingOptions = Readonly<Partial<Record<BillingOption, true>>>;

/**
 * Optional billing features, e.g. `{ promotionCodes: true }`. docs/billing.md lists what each one needs at Stripe.
 * Run `setup:cloud` after a change: it updates the portal configuration.
 */
export const BILLING_OPTIONS: BillingOptions = {};
