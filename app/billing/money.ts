/** Formats amounts of money. Stripe counts in the currency's smallest unit. */

function format(amount: number, currency: string, options: Intl.NumberFormatOptions): string {
  const formatter = new Intl.NumberFormat("en-US", { style: "currency", currency, ...options });
  const { maximumFractionDigits: digits = 2 } = formatter.resolvedOptions();
  return formatter.format(amount / 10 ** digits);
}

/** As on an invoice: 25000 of "usd" is "$250.00". */
export function formatAmount(amount: number, currency: string): string {
  return format(amount, currency, {});
}

/** As in a sentence: 25000 of "usd" is "$250", 25050 is "$250.50". */
export function formatPrice(amount: number, currency: string): string {
  return format(amount, currency, { trailingZeroDisplay: "stripIfInteger" });
}
