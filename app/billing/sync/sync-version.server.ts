/** Sync versions: fencing tokens, taken before Stripe is read. A sync writes only over an older version. */
import { eq, exists, sql } from "drizzle-orm";
import { customers, stripeEvents, users } from "#drizzle/schema";
import type { Database } from "~/platform/database.server";

/** Takes the next version in a statement that selects from `users` and `customers`. */
export const syncVersionColumns = {
  token: sql`nextval('stripe_sync_version')`.mapWith(Number),
  customerId: customers.stripeCustomerId,
  /** Null when Stripe knows name and email. */
  detailsChangedAt: customers.detailsChangedAt,
  email: users.email,
  name: users.name,
  lastCharge: customers.lastCharge,
};

/** A version, and the details that Stripe has to be told. */
export type SyncVersion = Omit<Awaited<ReturnType<typeof nextSyncVersion>>, "isRecorded">;

/** `SyncVersion` of a user who may have no customer. */
export type UserSyncVersion = Omit<SyncVersion, "customerId"> & {
  readonly customerId: string | null;
};

/** False for a user without a customer at Stripe: there is nothing to sync. */
export function hasCustomer<Row extends UserSyncVersion>(row: Row): row is Row & SyncVersion {
  return row.customerId !== null;
}

/** A version for a customer, which may belong to no user. `isRecorded`: the event is in the ledger. */
export async function nextSyncVersion(database: Database, customerId: string, eventId = "") {
  const event = database.select().from(stripeEvents).where(eq(stripeEvents.id, eventId));
  const [row] = await database
    .select({ ...syncVersionColumns, isRecorded: sql<boolean>`${exists(event)}` })
    .from(sql`(select) as one_row`)
    .leftJoin(customers, eq(customers.stripeCustomerId, customerId))
    .leftJoin(users, eq(users.id, customers.userId));
  if (!row) throw new Error("Postgres returned no sync version");
  return { ...row, customerId };
}
