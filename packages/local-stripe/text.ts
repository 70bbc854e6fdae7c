/** How amounts and dates are written, on pages and in invoices. */

/** `25000` US cents is `$250.00`. */
export function formatAmount(amount: number, currency: string): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount / 100);
}

/** `November 20, 2026`, in UTC. */
export function formatDate(moment: number): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(
    moment * 1000,
  );
}
