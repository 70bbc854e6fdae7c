/** Formats amounts of money. Stripe counts in the currency's smallest unit. */

/**
 * Decimals where they are not two. Source: Stripe, "Supported currencies"; for 7 currencies `Intl` has
 * others.
 */
const NO_DECIMALS = "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" ");
const THREE_DECIMALS = "BHD JOD KWD OMR TND".split(" ");

function format(amount: number, currency: string, options: Intl.NumberFormatOptions): string {
  const code = currency.toUpperCase();
  const decimals = NO_DECIMALS.includes(code) ? 0 : THREE_DECIMALS.includes(code) ? 3 : 2;
  const parts = {
    style: "currency",
    currency,
    maximumFractionDigits: decimals,
    ...options,
  } as const;
  return new Intl.NumberFormat("en-US", parts).format(amount / 10 ** decimals);
}

/** Formats an amount as on an invoice: 25000 of "usd" is "$250.00". */
export function formatAmount(amount: number, currency: string): string {
  return format(amount, currency, {});
}

/** Formats an amount as in a sentence: 25000 of "usd" is "$250", 25050 is "$250.50". */
export function formatPrice(amount: number, currency: string): string {
  return format(amount, currency, { trailingZeroDisplay: "stripIfInteger" });
}
