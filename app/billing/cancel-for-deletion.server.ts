import { eq, sql } from "drizzle-orm";
import { customers, users } from "#drizzle/schema";
import type { Platform } from "~/platform/context.server";
import { withCheckoutLease } from "./checkout/checkout-lease.server";
import { expireCheckoutSessions, listOpenSessions } from "./checkout/checkout-session.server";
import { type BillingContext, createBillingContext } from "./stripe/stripe.server";
import {
  isResourceMissing,
  liveSubscriptions,
  readStripeCustomer,
} from "./stripe/stripe-customer.server";
import { readCustomer } from "./sync/customers.server";
import { syncCustomer } from "./sync/sync.server";

/** How long to wait for a checkout that is being opened. */
const CLAIM_WAIT_MS = 8_000;
/** What is owed for a change of plan is asked for; what is left of the paid month is not given back. */
const SETTLE = { invoice_now: true, prorate: false } as const;

/** Billing could not be ended, so the account has to stay. The message is for its owner. */
export class BillingUnavailableError extends Error {
  override name = "BillingUnavailableError";

  constructor(cause: unknown) {
    super(
      "We couldn't close your billing, so your account was not deleted. Your subscription may be canceled already. Please try again in a moment.",
      { cause },
    );
  }
}

/**
 * Ends all billing of a user, before their account is deleted: closes open checkouts, cancels every
 * subscription that has not ended, deletes the customer at Stripe (cards and address go, invoices stay,
 * as bookkeeping demands), and lets no new checkout open for ten minutes.
 *
 * Safe to repeat; what is done already is passed over. Throws `BillingUnavailableError` when it cannot
 * be finished: then keep the account, the next try goes on where this one stopped.
 */
export async function cancelBilling(platform: Platform, userId: string): Promise<void> {
  try {
    const tools = await createBillingContext(platform, "program");
    const { database } = tools;
    const [user] = await database.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (!user) return;
    const done = await withCheckoutLease({ database, userId, waitMs: CLAIM_WAIT_MS }, async () => {
      await endBilling(tools, userId);
      return true;
    });
    if (!done) throw new Error("A checkout of this user is being opened");
  } catch (error) {
    throw new BillingUnavailableError(error);
  }
}

async function endBilling(tools: BillingContext, userId: string): Promise<void> {
  const { database, stripe } = tools;
  const customer = (await readCustomer(database, userId))?.stripeCustomerId;
  if (customer) {
    await expireCheckoutSessions(stripe, await listOpenSessions(stripe, customer));
    const found = await readStripeCustomer(stripe, customer);
    // With a wrong key nothing could be cancelled, and nobody could sign in to cancel it afterwards.
    if (found.state === "unknown") throw new Error(`Stripe does not know customer ${customer}`);
    for (const { id } of liveSubscriptions(found)) {
      await stripe.subscriptions.cancel(id, SETTLE).catch(ignoreMissing);
    }
    if (found.state === "present") await stripe.customers.del(customer).catch(ignoreMissing);
    await syncCustomer(tools, customer);
  }
  await database
    .update(customers)
    .set({ billingClosedAt: sql`now()` })
    .where(eq(customers.userId, userId));
}

/** Ended or deleted by somebody else in the meantime: as good. */
function ignoreMissing(error: unknown): void {
  if (!isResourceMissing(error)) throw error;
}
