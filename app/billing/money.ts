/** Amounts of money in words. Stripe counts them in the currency's smallest unit. */

function write(amount: number, currency: string, options: Intl.NumberFormatOptions): string {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency, ...options });
  const digits = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
  }).resolvedOptions().maximumFractionDigits;
  return format.format(amount / 10 ** (digits ?? 2));
}

/** As on a bill: 25000 of "usd" is "$250.00". */
export function formatAmount(amount: number, currency: string): string {
  return write(amount, currency, {});
}

/** As in a sentence: 25000 of "usd" is "$250", 25050 is "$250.50". */
export function formatPrice(amount: number, currency: string): string {
  return write(amount, currency, { trailingZeroDisplay: "stripIfInteger" });
}

/** What a plan costs, by its price in whole US dollars a month: "$1,900 a month". */
export function formatMonthly(dollars: number): string {
  return `$${dollars.toLocaleString("en-US")} a month`;
}
