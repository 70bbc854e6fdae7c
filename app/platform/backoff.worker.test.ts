import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { openPlatform } from "../../tests/support/worker/fixtures";
import { backoff, RETRY_POLICIES, type RetryPolicy } from "./backoff.server";

const platform = openPlatform();
afterAll(() => platform.close());

async function readDelayMs(policy: RetryPolicy, attempts: number): Promise<number> {
  const delay = backoff(policy, attempts);
  const { rows } = await (await platform.database.get()).execute<{ ms: number }>(
    sql`select (extract(epoch from ${delay}) * 1000)::float8 as ms`,
  );
  return rows[0]?.ms ?? Number.NaN;
}

test.each(Object.entries(RETRY_POLICIES))(
  "the delays of %s double up to the maximum, up to 10 %% shorter",
  async (_, policy) => {
    const { firstMs, maxMs } = policy;
    for (const [attempts, longest] of [
      [0, firstMs],
      [1, 2 * firstMs],
      [2, 4 * firstMs],
      [1_000, maxMs],
    ] as const) {
      const delay = await readDelayMs(policy, attempts);
      expect(delay).toBeGreaterThan(0.9 * longest - 1);
      expect(delay).toBeLessThanOrEqual(longest);
    }
  },
);
