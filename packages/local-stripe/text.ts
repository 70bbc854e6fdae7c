/** Formats amounts and dates for pages and invoices. */

/** Formats an amount in the smallest currency unit, e.g. 25000 as `$250.00`. */
export function formatAmount(amount: number, currency: string): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount / 100);
}

/** Formats Unix seconds as a UTC date, e.g. `November 20, 2026`. */
export function formatDate(moment: number): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(
    moment * 1000,
  );
}
