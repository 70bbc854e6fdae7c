import { and, isNotNull, isNull, lt, notInArray, or, sql } from "drizzle-orm";
import { customers } from "#drizzle/schema";
import type { Platform } from "~/platform/context.server.ts";
import { logError, logInfo } from "~/platform/log.server.ts";

const BATCH = 25;
const STALE_HOURS = 6;

/** The backstop behind the webhook: re-reads live subscriptions that were not synced for a while. */
export async function resyncSubscriptions(platform: Platform): Promise<void> {
  const database = await platform.database.get();
  const due = await database
    .select({ customerId: customers.stripeCustomerId })
    .from(customers)
    .where(
      and(
        isNotNull(customers.stripeCustomerId),
        or(
          isNull(customers.stripeSubscriptionStatus),
          notInArray(customers.stripeSubscriptionStatus, ["canceled", "incomplete_expired"]),
        ),
        or(
          isNull(customers.syncedAt),
          lt(customers.syncedAt, sql`now() - make_interval(hours => ${STALE_HOURS})`),
        ),
      ),
    )
    .orderBy(sql`${customers.syncedAt} nulls first`)
    .limit(BATCH);
  if (due.length === 0) return;

  const [{ createStripe }, { syncCustomer }] = await Promise.all([
    import("./stripe.server.ts"),
    import("./sync.server.ts"),
  ]);
  const stripe = createStripe(platform.config.stripe);
  for (const { customerId } of due) {
    if (!customerId) continue;
    await syncCustomer(database, stripe, customerId).catch((error: unknown) =>
      logError("billing.resync_failed", error, { requestId: platform.requestId }),
    );
  }
  logInfo("billing.resynced", { requestId: platform.requestId, customers: due.length });
}
