/** A lease in the user's customers row: at most one checkout or deletion per user at a time, across tabs. */
import { and, eq, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { customers } from "#drizzle/schema";
import type { Database } from "~/platform/database.server";

/** After this the lease has expired: its holder crashed. Longer than one call to Stripe with its retries. */
const LEASE_SECONDS = 45;
const POLL_MS = 150;

export interface CheckoutLease {
  /**
   * Restarts the lease's time and sets `checkout_opened_at`. Call right before creating a session. False when the lease
   * expired and another request acquired it.
   */
  renew(): Promise<boolean>;
}

export interface LeaseOptions {
  readonly database: Database;
  readonly userId: string;
  /** How long to wait for another holder. */
  readonly waitMs: number;
}

/** Runs `work` while holding the lease; undefined when it could not be acquired within `waitMs`. */
export async function withCheckoutLease<Result>(
  { database, userId, waitMs }: LeaseOptions,
  work: (lease: CheckoutLease) => Promise<Result>,
): Promise<Result | undefined> {
  await database.insert(customers).values({ userId }).onConflictDoNothing();
  let leasedAt = await waitForLease(database, userId, waitMs);
  if (!leasedAt) return undefined;
  const isHeld = () => (leasedAt ? eq(customers.checkoutLeasedAt, leasedAt) : sql`false`);
  try {
    return await work({
      async renew() {
        leasedAt = await acquireLease(database, userId, isHeld(), {
          checkoutOpenedAt: sql`now()`,
        });
        return leasedAt !== undefined;
      },
    });
  } finally {
    await database
      .update(customers)
      .set({ checkoutLeasedAt: null })
      .where(and(eq(customers.userId, userId), isHeld()));
  }
}

async function waitForLease(
  database: Database,
  userId: string,
  waitMs: number,
): Promise<Date | undefined> {
  const deadline = Date.now() + waitMs;
  const isAvailable = or(
    isNull(customers.checkoutLeasedAt),
    lt(customers.checkoutLeasedAt, sql`now() - make_interval(secs => ${LEASE_SECONDS})`),
  );
  for (;;) {
    const leasedAt = await acquireLease(database, userId, isAvailable);
    if (leasedAt || Date.now() > deadline) return leasedAt;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Returns the lease's timestamp, which identifies its holder; undefined when `condition` does not hold. */
async function acquireLease(
  database: Database,
  userId: string,
  condition: SQL | undefined,
  additionalValues: { checkoutOpenedAt?: SQL } = {},
): Promise<Date | undefined> {
  const [row] = await database
    .update(customers)
    .set({ checkoutLeasedAt: sql`clock_timestamp()`, ...additionalValues })
    .where(and(eq(customers.userId, userId), condition))
    .returning({ leasedAt: customers.checkoutLeasedAt });
  return row?.leasedAt ?? undefined;
}
