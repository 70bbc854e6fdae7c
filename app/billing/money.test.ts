import { expect, test } from "vitest";
import { formatDollars, formatMonthly } from "~/content/plans";
import { formatAmount, formatPrice } from "./money";

test.each([
  [25_000, "usd", "$250.00", "$250"],
  [25_050, "usd", "$250.50", "$250.50"],
  [-1_200, "usd", "-$12.00", "-$12"],
  [190_000, "eur", "€1,900.00", "€1,900"],
  [4_000, "jpy", "¥4,000", "¥4,000"],
])("%d of %s is %s on an invoice and %s in a sentence", (amount, currency, invoice, sentence) => {
  expect(formatAmount(amount, currency)).toBe(invoice);
  expect(formatPrice(amount, currency)).toBe(sentence);
});

test("a plan's price is in whole dollars per month", () => {
  expect(formatDollars(40)).toBe("$40");
  expect(formatMonthly(1_900)).toBe("$1,900 a month");
});
