/**
 * What a studio may switch on. Everything is off unless said here; docs/billing.md says what each one needs at
 * Stripe. `setup:cloud` brings the portal in line.
 */
export interface BillingOptions {
  /** Checkout shows a field for promotion codes, which are made in Stripe's Dashboard. */
  readonly promotionCodes: boolean;
  /** Stripe Tax computes the tax; Checkout asks for the billing address, and businesses for their tax id. */
  readonly automaticTax: boolean;
  /** Checkout asks to accept the terms of service whose address stands in Stripe's public details. */
  readonly termsOfService: boolean;
  /** The portal asks why somebody cancels. */
  readonly cancellationReasons: boolean;
  /** A trial begins without a card; without one by its end, the plan ends. */
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
