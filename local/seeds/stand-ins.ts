/** Data of the local Stripe, Google and GitHub. */
import type { CatalogPrice } from "local-stripe";
import type { TestUsers } from "local-supabase";
import { paidPlans } from "../../app/content/plans.ts";
import { LOCAL_PRICES, LOCAL_PRODUCTS } from "../../tools/shared/settings.ts";

/** The price of each plan of the site. */
export const LOCAL_STRIPE_PRICES: readonly CatalogPrice[] = paidPlans.map(
  ({ id, name, price: { amount, interval } }) => ({
    id: LOCAL_PRICES[id],
    product: LOCAL_PRODUCTS[id],
    productName: name,
    lookupKey: `${id}_${interval}ly`,
    unitAmount: amount * 100,
    currency: "usd",
    interval,
  }),
);

/** Accounts at the local Google and GitHub. */
export const PROVIDER_PEOPLE: TestUsers = {
  google: [
    { account: "gina@example.com", name: "Gina Google", email: "gina@example.com" },
    { account: "pro@example.com", name: "Priya Pro", email: "pro@example.com" },
    { account: "ann@example.com", name: "Ann Lee", email: "ann@example.com" },
    { account: "tess@example.com", name: "Tess Two-Step", email: "tess@example.com" },
  ],
  github: [
    { account: "octocat", name: "The Octocat", email: "octocat@example.com" },
    { account: "ann", name: "Ann Lee", email: "ann@example.com" },
    { account: "hidden", name: "Hana Hidden", email: "" },
    { account: "una", name: "Una Unverified", email: "una@example.com", isUnverified: true },
  ],
};
