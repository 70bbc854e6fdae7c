/** Facts about Stripe shared by the product and the tools in ops/. */
import type Stripe from "stripe";

/**
 * Events that can change a customer's subscription. `setup:cloud` subscribes the endpoint to exactly these.
 */
export const WEBHOOK_EVENTS = [
  "checkout.session.completed",
  "customer.deleted",
  "customer.subscription.created",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "customer.subscription.updated",
  "subscription_schedule.updated",
] as const satisfies readonly Stripe.Event["type"][];

/** The id of a price's product, expanded or not. */
export function getProductId({ product }: Stripe.Price): string {
  return typeof product === "string" ? product : product.id;
}

/** Stripe's own origins: checkout, portal, script, frames and API. */
const STRIPE_ORIGINS = [
  "https://checkout.stripe.com",
  "https://billing.stripe.com",
  "https://js.stripe.com",
  "https://hooks.stripe.com",
  "https://api.stripe.com",
];

/** The payment origins for the Content Security Policy: Stripe's, or the local Stripe's. */
export function getStripeOrigins(stripe: { apiUrl: string | undefined }): readonly string[] {
  return stripe.apiUrl ? [new URL(stripe.apiUrl).origin] : STRIPE_ORIGINS;
}
