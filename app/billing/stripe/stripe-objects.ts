/** What the product and the tools in ops/ both know of Stripe. */
import type Stripe from "stripe";

/** Events that can change what a customer has; `setup:cloud` subscribes to exactly these. */
export const WEBHOOK_EVENTS = [
  "checkout.session.completed",
  "customer.deleted",
  "customer.subscription.created",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "customer.subscription.updated",
  "subscription_schedule.updated",
] as const;

/** The id of a price's product. */
export function productIdOf({ product }: Stripe.Price): string {
  return typeof product === "string" ? product : product.id;
}
