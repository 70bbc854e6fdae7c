/** What the local Stripe sells by default: one monthly price per plan. */
import { LOCAL_PRICES, LOCAL_PRODUCTS } from "../../tools/settings.ts";
import type { OfferedPrice } from "./store.ts";

export const DEFAULT_PRICES: readonly OfferedPrice[] = [
  monthly("starter", "Starter", 4_000),
  monthly("pro", "Pro", 25_000),
  monthly("business", "Business", 190_000),
];

function monthly(plan: keyof typeof LOCAL_PRICES, name: string, unitAmount: number): OfferedPrice {
  return {
    id: LOCAL_PRICES[plan],
    product: LOCAL_PRODUCTS[plan],
    productName: name,
    lookupKey: `${plan}_monthly`,
    unitAmount,
    currency: "usd",
    interval: "month",
  };
}
