import { expect, test } from "vitest";
import { formatDollars, formatListPrice, paidPlans } from "~/content/plans";
import { formatAmount, formatPrice } from "./money";

test.each([
  [25_000, "usd", "$250.00", "$250"],
  [25_050, "usd", "$250.50", "$250.50"],
  [-1_200, "usd", "-$12.00", "-$12"],
  [190_000, "eur", "€1,900.00", "€1,900"],
  [4_000, "jpy", "¥4,000", "¥4,000"],
  [900_000, "huf", "HUF 9,000", "HUF 9,000"],
  [500_000, "ugx", "UGX 5,000", "UGX 5,000"],
  [12_345, "isk", "ISK 123.45", "ISK 123.45"],
  [40_500, "kwd", "KWD 40.500", "KWD 40.500"],
])("%d of %s is %s on an invoice and %s in a sentence", (amount, currency, invoice, sentence) => {
  const plain = (text: string) => text.replaceAll("\u00A0", " ");
  expect(plain(formatAmount(amount, currency))).toBe(invoice);
  expect(plain(formatPrice(amount, currency))).toBe(sentence);
});

test.each(paidPlans)("$id has a price to charge: a free plan's is null", ({ price }) => {
  expect(Number.isInteger(price.amount)).toBe(true);
  expect(price.amount).toBeGreaterThan(0);
});

test("a plan's price is in whole dollars a month or year", () => {
  expect(formatDollars(40)).toBe("$40");
  expect(formatListPrice({ amount: 1_900, interval: "year" })).toBe("$1,900 a year");
});
