/**
 * Drains a queue: leases rows and attempts each, until none is due or `budgetMs` is used up. No new lease is
 * taken after that, so a run lasts at most `budgetMs`, one lease and one attempt. Returns how many attempts
 * succeeded; throws the first error, once the other attempts of that lease have ended.
 */
export async function drain<Row>(
  lease: () => Promise<readonly Row[]>,
  attempt: (row: Row) => Promise<boolean>,
  budgetMs: number,
): Promise<number> {
  const deadline = Date.now() + budgetMs;
  let succeeded = 0;
  while (Date.now() < deadline) {
    const leased = await lease();
    if (leased.length === 0) break;
    // Settled: an attempt that is cut off after it has sent would be repeated.
    for (const result of await Promise.allSettled(leased.map(attempt))) {
      if (result.status === "rejected") throw result.reason;
      if (result.value) succeeded += 1;
    }
  }
  return succeeded;
}
