/** What a subscription is made of, and what that costs over a period. Amounts in the smallest unit. */
import type { Account } from "../account.ts";
import type {
  InvoiceLineRecord,
  OrderLine,
  SubscriptionItemRecord,
  SubscriptionRecord,
} from "../records.ts";
import { formatDate } from "../text.ts";

type Items = readonly SubscriptionItemRecord[];
type Period = Pick<SubscriptionRecord, "periodStart" | "periodEnd">;

/** A fresh item for each line of an order. */
export function newItems(account: Account, lines: readonly OrderLine[]): SubscriptionItemRecord[] {
  return lines.map(({ price, quantity }) => ({
    id: account.store.newId("si_", 14),
    created: account.clock.now(),
    price,
    quantity,
    metadata: {},
  }));
}

/** All items of one subscription are billed by the same interval. */
export function intervalOf(account: Account, lines: readonly OrderLine[]): "month" | "year" {
  const [first] = lines;
  if (!first) throw new Error("A subscription has no items");
  return account.store.price(first.price).interval;
}

export function currencyOf(account: Account, lines: readonly OrderLine[]): string {
  const [first] = lines;
  if (!first) throw new Error("A subscription has no items");
  return account.store.price(first.price).currency;
}

export function costOf(account: Account, lines: readonly OrderLine[]): number {
  return lines.reduce(
    (sum, { price, quantity }) => sum + account.store.price(price).unitAmount * quantity,
    0,
  );
}

/** `Pro`, `2 × Pro`, `Pro and 3 × Seat`. */
export function describeItems(account: Account, lines: readonly OrderLine[]): string {
  return lines.map((line) => describeItem(account, line)).join(" and ");
}

function describeItem(account: Account, { price, quantity }: OrderLine): string {
  const { name } = account.store.product(account.store.price(price).product);
  return quantity === 1 ? name : `${quantity} × ${name}`;
}

/** The lines that ask for a whole period, or for a trial, which is free. */
export function periodLines(
  account: Account,
  items: Items,
  period: Period,
  isTrial = false,
): InvoiceLineRecord[] {
  return items.map((item) => ({
    id: account.store.newId("il_1"),
    amount: isTrial ? 0 : costOf(account, [item]),
    description: isTrial
      ? `Trial period for ${describeItem(account, { ...item, quantity: 1 })}`
      : `${item.quantity} × ${describeItem(account, { ...item, quantity: 1 })}`,
    price: item.price,
    quantity: item.quantity,
    item: item.id,
    isProration: false,
    periodStart: period.periodStart,
    periodEnd: period.periodEnd,
  }));
}

/**
 * What a change from `before` to `after` owes for the rest of the period, to the second: unused time back,
 * remaining time on top (Stripe: Prorations). Items that stay as they are owe nothing.
 */
export function prorationLines(
  account: Account,
  before: Items,
  after: Items,
  period: Period,
): InvoiceLineRecord[] {
  const now = account.clock.now();
  const rest = (period.periodEnd - now) / (period.periodEnd - period.periodStart);
  const line = (item: SubscriptionItemRecord, sign: 1 | -1, what: string): InvoiceLineRecord => ({
    id: account.store.newId("il_1"),
    amount: sign * Math.round(costOf(account, [item]) * rest),
    description: `${what} time on ${describeItem(account, item)} after ${formatDate(now)}`,
    price: item.price,
    quantity: item.quantity,
    item: item.id,
    isProration: true,
    periodStart: now,
    periodEnd: period.periodEnd,
  });
  const gone = before.filter((item) => !after.some((other) => isSame(item, other)));
  const come = after.filter((item) => !before.some((other) => isSame(item, other)));
  return [
    ...gone.map((item) => line(item, -1, "Unused")),
    ...come.map((item) => line(item, 1, "Remaining")),
  ];
}

function isSame(one: SubscriptionItemRecord, other: SubscriptionItemRecord): boolean {
  return one.id === other.id && one.price === other.price && one.quantity === other.quantity;
}
