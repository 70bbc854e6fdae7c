/** The customers table: a user's row, and the user that a customer at Stripe belongs to. */
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
  /** `conflictingCustomerId` is another customer that the user is linked to. */
  | { readonly userId: undefined; readonly conflictingCustomerId?: string };

/** Locks the row linked to the customer. Without one, links the row of the user named in the customer's metadata. */
export async function lockCustomerRow(
  tx: Transaction,
  customerId: string,
  userId: string | undefined,
  version: number,
): Promise<CustomerOwner> {
  const [linked] = await tx
    .select({ userId: customers.userId })
    .from(customers)
    .where(eq(customers.stripeCustomerId, customerId))
    .for("update");
  if (linked) return linked;
  return userId === undefined
    ? { userId: undefined }
    : linkCustomer(tx, customerId, userId, version);
}

/** Fenced by the version: a row unlinked after this customer was read must not be linked again. */
async function linkCustomer(
  tx: Transaction,
  customerId: string,
  userId: string,
  version: number,
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
  if (!row || row.syncVersion >= version) return { userId: undefined };
  await tx
    .update(customers)
    .set({ stripeCustomerId: customerId })
    .where(eq(customers.userId, userId));
  return { userId };
}
