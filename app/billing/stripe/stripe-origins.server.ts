/** Stripe's own origins: checkout, portal, script, frames and API. */
const STRIPE_ORIGINS = [
  "https://checkout.stripe.com",
  "https://billing.stripe.com",
  "https://js.stripe.com",
  "https://hooks.stripe.com",
  "https://api.stripe.com",
];

/** The origins that pages may talk to for payment: Stripe's, or what stands in for it locally. */
export function stripeOrigins(stripe: { apiUrl: string | undefined }): readonly string[] {
  return stripe.apiUrl ? [new URL(stripe.apiUrl).origin] : STRIPE_ORIGINS;
}
