/** A lease in the user's customers row: at most one checkout or deletion per user at a time, across tabs. */
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { customers, users } from "#drizzle/schema";
import type { LiveUserId } from "~/auth/session/live-session.server";
import type { Platform } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { syncVersionColumns } from "../sync/sync-version.server";

/** After this the lease has expired: its holder crashed. Longer than one call to Stripe with its retries. */
export const LEASE_SECONDS = 45;
const POLL_MS = 150;

/** A snapshot of the row when the lease was acquired, with the user's details and a sync version. */
export type LeasedRow = NonNullable<Awaited<ReturnType<typeof acquireLease>>>;

export interface CheckoutLease {
  readonly row: LeasedRow;
  /**
   * Restarts the lease's time, links the customer, and sets `checkout_opened_at`. Call right before creating
   * a session. False, without a write, when another request acquired the lease after it expired, or linked
   * another customer.
   */
  renew(customer: { readonly id: string; readonly isNew: boolean }): Promise<boolean>;
}

/**
 * Runs `work` while holding the lease; undefined when it could not be acquired within `waitMs`. The lease is
 * released in the background: if that fails, it expires.
 */
export async function withCheckoutLease<Result>(
  platform: Platform,
  { user, waitMs }: { readonly user: string | LiveUserId; readonly waitMs: number },
  work: (lease: CheckoutLease) => Promise<Result>,
): Promise<Result | undefined> {
  const database = await platform.database.get();
  const row = await waitForLease(database, user, waitMs);
  if (!row) return undefined;
  let { leasedAt } = row;
  const isHeld = () =>
    and(eq(customers.userId, row.userId), eq(customers.checkoutLeasedAt, leasedAt));
  try {
    return await work({
      row,
      async renew({ id, isNew }) {
        const isLinked = eq(customers.stripeCustomerId, id);
        const [renewed] = await database
          .update(customers)
          .set({
            stripeCustomerId: id,
            checkoutLeasedAt: sql`clock_timestamp()`,
            checkoutOpenedAt: sql`now()`,
          })
          .where(and(isHeld(), isNew ? or(isLinked, isNull(customers.stripeCustomerId)) : isLinked))
          .returning({ leasedAt: leasedAtColumn });
        leasedAt = renewed?.leasedAt ?? leasedAt;
        return renewed !== undefined;
      },
    });
  } finally {
    const release = database.update(customers).set({ checkoutLeasedAt: null }).where(isHeld());
    platform.waitUntil(release.catch(() => {}));
  }
}

async function waitForLease(database: Database, user: string | LiveUserId, waitMs: number) {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const row = await acquireLease(database, user);
    if (row || Date.now() > deadline) return row;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Identifies the holder. Never null in a row that was just leased. */
const leasedAtColumn = sql<Date>`${customers.checkoutLeasedAt}`.mapWith(customers.checkoutLeasedAt);

/** Creates the row if it is missing. Undefined while another request holds the lease. */
async function acquireLease(database: Database, user: string | LiveUserId) {
  const checkoutLeasedAt = sql`clock_timestamp()`;
  const ofUser = (column: typeof users.email | typeof users.name) => {
    const query = database.select({ value: column }).from(users);
    return sql<string>`(${query.where(eq(users.id, customers.userId))})`;
  };
  const [row] = await database
    .insert(customers)
    .values({ userId: user, checkoutLeasedAt })
    .onConflictDoUpdate({
      target: customers.userId,
      set: { checkoutLeasedAt },
      setWhere: or(
        isNull(customers.checkoutLeasedAt),
        lt(customers.checkoutLeasedAt, sql`now() - make_interval(secs => ${LEASE_SECONDS})`),
      ),
    })
    .returning({
      ...syncVersionColumns,
      email: ofUser(users.email),
      name: ofUser(users.name),
      userId: customers.userId,
      leasedAt: leasedAtColumn,
      syncVersion: customers.syncVersion,
      trialUsedAt: customers.trialUsedAt,
      billingClosedAt: customers.billingClosedAt,
    });
  return row;
}
