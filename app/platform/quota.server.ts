/**
 * Exact counts over all isolates and locations, in Postgres. Cloudflare counts floods (rate-limit.server.ts).
 */
import { and, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import { quotas } from "#drizzle/schema";
import type { Platform } from "./context.server";
import type { Database } from "./database.server";

/** A key that was counted, and when its window ends. */
export type QuotaUse = Pick<typeof quotas.$inferSelect, "key" | "expiresAt">;

/**
 * Counts a use of `key`, at most `limit` in `windowS` seconds; undefined when there are no more. The first
 * starts the window, so twice the limit can fall into a short time around its end.
 */
export async function consumeQuota(
  database: Database,
  key: string | SQL,
  { limit, windowS }: { readonly limit: number; readonly windowS: number },
): Promise<QuotaUse | undefined> {
  const expiresAt = sql`now() + make_interval(secs => ${windowS})`;
  const isOpen = sql`${quotas.expiresAt} > now() and ${quotas.taken} > 0`;
  const [used] = await database
    .insert(quotas)
    .values({ key, taken: 1, expiresAt })
    .onConflictDoUpdate({
      target: quotas.key,
      set: {
        taken: sql`case when ${isOpen} then ${quotas.taken} + 1 else 1 end`,
        expiresAt: sql`case when ${isOpen} then ${quotas.expiresAt} else excluded.expires_at end`,
      },
      setWhere: sql`not (${isOpen}) or ${quotas.taken} < ${limit}`,
    })
    .returning({ key: quotas.key, expiresAt: quotas.expiresAt });
  return used;
}

/** Gives a use back within its window. */
export async function refundQuota(database: Database, { key, expiresAt }: QuotaUse): Promise<void> {
  await database
    .update(quotas)
    .set({ taken: sql`${quotas.taken} - 1` })
    .where(and(eq(quotas.key, key), eq(quotas.expiresAt, expiresAt), gt(quotas.taken, 0)));
}

/** Returns how many were deleted. */
export async function deleteExpiredQuotas({ database }: Platform): Promise<number> {
  const expired = lte(quotas.expiresAt, sql`now()`);
  return (await (await database.get()).delete(quotas).where(expired)).rowCount ?? 0;
}
