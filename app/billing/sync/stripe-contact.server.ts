/** What a customer is called at Stripe, and where receipts go: kept as the account has it. */
import { and, eq, sql } from "drizzle-orm";
import { customers } from "#drizzle/schema";
import type { Database } from "~/platform/database.server";
import { logError } from "~/platform/log.server";
import type { BillingContext } from "../stripe/stripe.server";

/** A change that Stripe has not been told. */
export interface ContactChange {
  readonly email: string;
  readonly name: string;
  /** When it was made, as the database writes it: a later change has another one. */
  readonly changedAt: string;
}

/** Tells Stripe. A failure is only logged: the change stays marked, and the backstop tries again. */
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

/** Clears the mark of a change that Stripe has been told, unless there was another one meanwhile. */
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
