/** What a page that somebody waits for gives Stripe in all, retries included. Milliseconds. */
export const PAGE_BUDGET_MS = 7_000;
