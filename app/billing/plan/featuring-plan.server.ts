/** The plan gate of featured items, for the statement that writes. */
import { and, eq, inArray, or } from "drizzle-orm";
import { customers } from "#drizzle/schema";
import type { LiveUserId } from "~/auth/session/live-session.server";
import { FEATURING_PLANS } from "~/content/plans";
import type { Database } from "~/platform/database.server";
import { ACTIVE_STATUSES, type PlanCatalog } from "./plan-catalog";

/** Ids of the prices and products whose subscribers may feature items. */
export function getFeaturingPrices({ prices, products }: PlanCatalog) {
  const idsIn = (ids: PlanCatalog["prices"]) =>
    FEATURING_PLANS.map((plan) => ids[plan]).filter((id) => id !== "");
  return { prices: idsIn(prices), products: idsIn(products) };
}

/** Statuses of a plan that is paused until its invoice is paid. */
export const UNPAID_STATUSES = ["past_due", "unpaid"];

/** One row if the owner's plan includes featuring and has one of `statuses`, by default active; else none. */
export function selectFeaturingPlan(
  database: Database,
  owner: LiveUserId,
  catalog: PlanCatalog,
  statuses: readonly string[] = ACTIVE_STATUSES,
) {
  const { prices, products } = getFeaturingPrices(catalog);
  return database
    .select({ userId: customers.userId })
    .from(customers)
    .where(
      and(
        eq(customers.userId, owner),
        inArray(customers.stripeSubscriptionStatus, [...statuses]),
        or(inArray(customers.stripeProductId, products), inArray(customers.stripePriceId, prices)),
      ),
    );
}
