/** Copies a user's name and email address to their customer at Stripe, where receipts are sent. */
import { and, eq, sql } from "drizzle-orm";
import { customers } from "#drizzle/schema";
import type { Database } from "~/platform/database.server";
import { logError } from "~/platform/log.server";
import type { BillingContext } from "../stripe/stripe.server";

/** A change that has not been sent to Stripe yet. */
export interface ContactChange {
  readonly email: string;
  readonly name: string;
  /** `contact_changed_at` with the database's precision; identifies the change. */
  readonly changedAt: string;
}

/** True on success. A failure is logged; the change stays pending and reconciliation retries it. */
export async function updateStripeContact(
  { stripe, requestId }: Pick<BillingContext, "stripe" | "requestId">,
  customerId: string,
  { email, name }: ContactChange,
): Promise<boolean> {
  try {
    await stripe.customers.update(customerId, { ...(email === "" ? {} : { email }), name });
    return true;
  } catch (error) {
    logError("billing.contact_failed", error, { requestId, customerId });
    return false;
  }
}

/** Marks a change as sent, unless a newer one was made in the meantime. */
export async function clearContactChange(
  database: Pick<Database, "update">,
  customerId: string,
  { changedAt }: ContactChange,
): Promise<void> {
  await database
    .update(customers)
    .set({ contactChangedAt: null })
    .where(
      and(
        eq(customers.stripeCustomerId, customerId),
        eq(customers.contactChangedAt, sql`${changedAt}::timestamptz`),
      ),
    );
}
