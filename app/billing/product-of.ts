import type Stripe from "stripe";

/** The id of a price's product. */
export function productOf({ product }: Stripe.Price): string {
  return typeof product === "string" ? product : product.id;
}
