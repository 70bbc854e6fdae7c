/** One checkout at a time for each user: clicks in several tabs wait for each other. */
import { and, eq, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { customers } from "#drizzle/schema";
import type { Database } from "~/platform/database.server";

/** A claim this old belongs to somebody who died. Longer than one call to Stripe with its retries. */
const LEASE_SECONDS = 45;
const POLL_MS = 150;

/** Held while a checkout is being opened. */
export interface CheckoutLease {
  /**
   * To be called right before a session is made: starts the claim's time anew, and notes that something
   * may be bought from now on. False when the claim was lost to somebody else.
   */
  renew(): Promise<boolean>;
}

export interface LeaseOptions {
  readonly database: Database;
  readonly userId: string;
  /** How long to wait for somebody else. */
  readonly waitMs: number;
}

/** Does `work` while nobody else does it for this user; undefined after waiting in vain. */
export async function withCheckoutLease<Result>(
  { database, userId, waitMs }: LeaseOptions,
  work: (claim: CheckoutLease) => Promise<Result>,
): Promise<Result | undefined> {
  await database.insert(customers).values({ userId }).onConflictDoNothing();
  let stamp = await waitForLease(database, userId, waitMs);
  if (!stamp) return undefined;
  const isMine = () => (stamp ? eq(customers.checkoutLeasedAt, stamp) : sql`false`);
  try {
    return await work({
      async renew() {
        stamp = await stampLease(database, userId, isMine(), { checkoutOpenedAt: sql`now()` });
        return stamp !== undefined;
      },
    });
  } finally {
    await database
      .update(customers)
      .set({ checkoutLeasedAt: null })
      .where(and(eq(customers.userId, userId), isMine()));
  }
}

async function waitForLease(
  database: Database,
  userId: string,
  waitMs: number,
): Promise<Date | undefined> {
  const deadline = Date.now() + waitMs;
  const isFree = or(
    isNull(customers.checkoutLeasedAt),
    lt(customers.checkoutLeasedAt, sql`now() - make_interval(secs => ${LEASE_SECONDS})`),
  );
  for (;;) {
    const stamp = await stampLease(database, userId, isFree);
    if (stamp || Date.now() > deadline) return stamp;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** The moment of the claim is the proof of holding it; undefined when `condition` does not hold. */
async function stampLease(
  database: Database,
  userId: string,
  condition: SQL | undefined,
  alsoSet: { checkoutOpenedAt?: SQL } = {},
): Promise<Date | undefined> {
  const [row] = await database
    .update(customers)
    .set({ checkoutLeasedAt: sql`clock_timestamp()`, ...alsoSet })
    .where(and(eq(customers.userId, userId), condition))
    .returning({ stamp: customers.checkoutLeasedAt });
  return row?.stamp ?? undefined;
}
