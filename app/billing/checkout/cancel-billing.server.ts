import { eq, sql } from "drizzle-orm";
import { customers, stripeEvents } from "#drizzle/schema";
import type { Platform } from "~/platform/context.server";
import { classifyDatabaseError, driverError } from "~/platform/database-failure.server";
import { type BillingContext, createBillingContext, TIMEOUTS } from "../stripe/stripe.server";
import {
  getLiveSubscriptions,
  isResourceMissing,
  readStripeCustomer,
} from "../sync/stripe-customer.server";
import { syncCustomer } from "../sync/sync.server";
import { type LeasedRow, withCheckoutLease } from "./checkout-lease.server";
import { expireCheckoutSessions, listCheckoutSessions } from "./checkout-session.server";

/** Share of the time for Stripe to wait for a checkout that is being opened. */
const LEASE_WAIT_SHARE = 0.5;

/** Billing could not be canceled, so the account must not be deleted. The message is for its owner. */
export class CancelBillingError extends Error {
  override name = "CancelBillingError";

  constructor(cause: unknown) {
    super(
      "We couldn’t close your billing, so your account was not deleted. Your subscription may be canceled already. Please try again in a moment.",
      { cause },
    );
  }
}

/**
 * Ends all billing of a user before their account is deleted, and blocks new checkouts for a while. Stripe
 * keeps invoices of a deleted customer. Idempotent: a retry resumes where it failed. Throws
 * `CancelBillingError`.
 */
export async function cancelBilling(platform: Platform, userId: string): Promise<void> {
  try {
    const context = await createBillingContext(platform, "api");
    const isDone = await withCheckoutLease(
      platform,
      { user: userId, waitMs: LEASE_WAIT_SHARE * TIMEOUTS.api.budgetMs },
      async ({ row }) => {
        await cancelAll(context, row);
        return true;
      },
    );
    if (!isDone) throw new Error("Checkout in progress");
  } catch (error) {
    if (classifyDatabaseError(error) === "user-gone") return;
    throw new CancelBillingError(driverError(error));
  }
}

async function cancelAll(context: BillingContext, { userId, customerId }: LeasedRow) {
  const { database, stripe } = context;
  if (customerId) {
    await expireCheckoutSessions(stripe, await listCheckoutSessions(stripe, customerId));
    const customer = await readStripeCustomer(stripe, customerId);
    // A wrong API key can't cancel anything, and without an account the owner could not do so either.
    if (customer.state === "unknown") throw new Error(`Stripe does not know ${customerId}`);
    for (const { id } of getLiveSubscriptions(customer)) {
      // No final invoice: it may stay a draft for an hour, which the customer's deletion discards.
      await stripe.subscriptions.cancel(id).catch(ignoreMissing);
    }
    if (customer.state === "present") await stripe.customers.del(customerId).catch(ignoreMissing);
    await syncCustomer(context, customerId);
    // Events that are delivered later expire by age.
    await database.delete(stripeEvents).where(eq(stripeEvents.stripeCustomerId, customerId));
  }
  await database
    .update(customers)
    .set({ billingClosedAt: sql`now()` })
    .where(eq(customers.userId, userId));
}

/** A concurrent cancellation or deletion has the same result. */
function ignoreMissing(error: unknown): void {
  if (!isResourceMissing(error)) throw error;
}
