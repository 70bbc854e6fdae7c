/**
 * Optional billing features, all off by default. docs/billing.md lists what each one needs at Stripe.
 * Run `setup:cloud` after a change: it updates the portal configuration.
 */
export interface BillingOptions {
  /** Checkout shows a field for promotion codes, which are created in Stripe's Dashboard. */
  readonly promotionCodes: boolean;
  /** Stripe Tax computes the tax. Checkout collects the billing address, and tax ids from businesses. */
  readonly automaticTax: boolean;
  /** Checkout requires consent to the terms of service linked in Stripe's public details. */
  readonly termsOfService: boolean;
  /** The portal asks for a cancellation reason. */
  readonly cancellationReasons: boolean;
  /** Trials start without a card; the plan ends with the trial if no card was added. */
  readonly trialWithoutCard: boolean;
}

export const DEFAULT_BILLING_OPTIONS: BillingOptions = {
  promotionCodes: false,
  automaticTax: false,
  termsOfService: false,
  cancellationReasons: false,
  trialWithoutCard: false,
};

export const BILLING_OPTIONS: BillingOptions = DEFAULT_BILLING_OPTIONS;
