/**
 * Works a queue off: leases rows and attempts each, until none is due or `budgetMs` is used up. No new lease
 * is taken after that, so a run lasts at most `budgetMs` and one attempt. Returns how many attempts
 * succeeded.
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
    const results = await Promise.all(leased.map(attempt));
    succeeded += results.filter(Boolean).length;
  }
  return succeeded;
}
