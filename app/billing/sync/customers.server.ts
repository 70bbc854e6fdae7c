/** The customers table: the row of a user, and the user that a customer at Stripe belongs to. */
import { eq } from "drizzle-orm";
import { customers, users } from "#drizzle/schema";
import type { LiveUserId } from "~/auth/session/live-session.server";
import type { Database } from "~/platform/database.server";

/** The user's customers row; undefined before the first checkout. */
export async function readCustomer(database: Database, userId: string | LiveUserId) {
  const [customer] = await database.select().from(customers).where(eq(customers.userId, userId));
  return customer;
}

export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

export type CustomerOwner =
  | { readonly userId: string }
  /** `rival` is the customer whom the user has instead. */
  | { readonly userId: undefined; readonly conflictingCustomerId?: string };

/** Locks the row that is linked to the customer, or links the row of the user named in its metadata. */
export async function lockCustomerRow(
  tx: Transaction,
  customerId: string,
  userId: string | undefined,
  ticket: number,
): Promise<CustomerOwner> {
  const [linked] = await tx
    .select({ userId: customers.userId })
    .from(customers)
    .where(eq(customers.stripeCustomerId, customerId))
    .for("update");
  if (linked) return linked;
  return userId === undefined
    ? { userId: undefined }
    : adoptCustomer(tx, customerId, userId, ticket);
}

/** A row that was unlinked after this customer was read must not be linked to it again. */
async function adoptCustomer(
  tx: Transaction,
  customerId: string,
  userId: string,
  ticket: number,
): Promise<CustomerOwner> {
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
  if (!user) return { userId: undefined };
  await tx.insert(customers).values({ userId }).onConflictDoNothing();
  const [row] = await tx
    .select({ linkedTo: customers.stripeCustomerId, syncVersion: customers.syncVersion })
    .from(customers)
    .where(eq(customers.userId, userId))
    .for("update");
  if (row?.linkedTo === customerId) return { userId };
  if (row?.linkedTo) return { userId: undefined, conflictingCustomerId: row.linkedTo };
  if (!row || row.syncVersion >= ticket) return { userId: undefined };
  await tx
    .update(customers)
    .set({ stripeCustomerId: customerId })
    .where(eq(customers.userId, userId));
  return { userId };
}
