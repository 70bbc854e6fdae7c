/**
 * Exact counts over all isolates and locations, in Postgres. Cloudflare counts floods (rate-limit.server.ts).
 */
import { and, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import { claims } from "#drizzle/schema";
import type { Platform } from "./context.server";
import type { Database } from "./database.server";

/** The key that was claimed, and when its window ends. */
export type Claim = Pick<typeof claims.$inferSelect, "key" | "expiresAt">;

/**
 * Claims `key`, at most `limit` times in `windowS` seconds; undefined when there are no more. The first claim
 * starts the window, so twice the limit can fall into a short time around its end.
 */
export async function claim(
  database: Database,
  key: string | SQL,
  { limit, windowS }: { readonly limit: number; readonly windowS: number },
): Promise<Claim | undefined> {
  const expiresAt = sql`now() + make_interval(secs => ${windowS})`;
  const isOpen = sql`${claims.expiresAt} > now() and ${claims.taken} > 0`;
  const [claimed] = await database
    .insert(claims)
    .values({ key, taken: 1, expiresAt })
    .onConflictDoUpdate({
      target: claims.key,
      set: {
        taken: sql`case when ${isOpen} then ${claims.taken} + 1 else 1 end`,
        expiresAt: sql`case when ${isOpen} then ${claims.expiresAt} else excluded.expires_at end`,
      },
      setWhere: sql`not (${isOpen}) or ${claims.taken} < ${limit}`,
    })
    .returning({ key: claims.key, expiresAt: claims.expiresAt });
  return claimed;
}

/** Releases a claim within its window. */
export async function release(database: Database, { key, expiresAt }: Claim): Promise<void> {
  await database
    .update(claims)
    .set({ taken: sql`${claims.taken} - 1` })
    .where(and(eq(claims.key, key), eq(claims.expiresAt, expiresAt), gt(claims.taken, 0)));
}

/** Returns how many were deleted. */
export async function deleteExpiredClaims({ database }: Platform): Promise<number> {
  const expired = lte(claims.expiresAt, sql`now()`);
  return (await (await database.get()).delete(claims).where(expired)).rowCount ?? 0;
}
