/** What the local Stripe sells: one monthly price per plan of the site. */
import type { CatalogPrice } from "local-stripe";
import { plans } from "../app/content/plans.ts";
import { LOCAL_PRICES, LOCAL_PRODUCTS } from "../tools/settings.ts";

export const LOCAL_OFFER: readonly CatalogPrice[] = plans.map(({ id, name, pricePerMonth }) => ({
  id: LOCAL_PRICES[id],
  product: LOCAL_PRODUCTS[id],
  productName: name,
  lookupKey: `${id}_monthly`,
  unitAmount: pricePerMonth * 100,
  currency: "usd",
  interval: "month",
}));
