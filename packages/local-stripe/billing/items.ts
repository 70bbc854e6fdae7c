/** Subscription items and their cost. Amounts are in the smallest currency unit. */
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

/** Creates a subscription item for each order line. */
export function createItems(
  account: Account,
  lines: readonly OrderLine[],
): SubscriptionItemRecord[] {
  return lines.map(({ price, quantity }) => ({
    id: account.store.newId("si_", 14),
    created: account.clock.now(),
    price,
    quantity,
    metadata: {},
  }));
}

/** The billing interval, which all items of a subscription share. */
export function getInterval(account: Account, lines: readonly OrderLine[]): "month" | "year" {
  const [first] = lines;
  const interval = first && account.store.getPrice(first.price).interval;
  if (!interval) throw new Error("A subscription has no recurring item");
  return interval;
}

export function getCurrency(account: Account, lines: readonly OrderLine[]): string {
  const [first] = lines;
  if (!first) throw new Error("There are no items");
  return account.store.getPrice(first.price).currency;
}

export function getCost(account: Account, lines: readonly OrderLine[]): number {
  return lines.reduce(
    (sum, { price, quantity }) => sum + account.store.getPrice(price).unitAmount * quantity,
    0,
  );
}

/** `Pro`, `2 × Pro`, `Pro and 3 × Seat`. */
export function describeItems(account: Account, lines: readonly OrderLine[]): string {
  return lines.map((line) => describeItem(account, line)).join(" and ");
}

function describeItem(account: Account, { price, quantity }: OrderLine): string {
  const { name } = account.store.getProduct(account.store.getPrice(price).product);
  return quantity === 1 ? name : `${quantity} × ${name}`;
}

/** Invoice lines for a full period, or for a free trial. */
export function createPeriodLines(
  account: Account,
  items: Items,
  period: Period,
  isTrial = false,
): InvoiceLineRecord[] {
  return items.map((item) => ({
    id: account.store.newId("il_1"),
    amount: isTrial ? 0 : getCost(account, [item]),
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
 * Prorations of a change from `before` to `after`, to the second: credits for unused time and charges for
 * remaining time (Stripe: Prorations). Unchanged items have none.
 */
export function createProrationLines(
  account: Account,
  before: Items,
  after: Items,
  period: Period,
): InvoiceLineRecord[] {
  const now = account.clock.now();
  const remaining = (period.periodEnd - now) / (period.periodEnd - period.periodStart);
  const line = (item: SubscriptionItemRecord, sign: 1 | -1, label: string): InvoiceLineRecord => ({
    id: account.store.newId("il_1"),
    amount: sign * Math.round(getCost(account, [item]) * remaining),
    description: `${label} time on ${describeItem(account, item)} after ${formatDate(now)}`,
    price: item.price,
    quantity: item.quantity,
    item: item.id,
    isProration: true,
    periodStart: now,
    periodEnd: period.periodEnd,
  });
  const removed = before.filter((item) => !after.some((other) => isSameItem(item, other)));
  const added = after.filter((item) => !before.some((other) => isSameItem(item, other)));
  return [
    ...removed.map((item) => line(item, -1, "Unused")),
    ...added.map((item) => line(item, 1, "Remaining")),
  ];
}

function isSameItem(one: SubscriptionItemRecord, other: SubscriptionItemRecord): boolean {
  return one.id === other.id && one.price === other.price && one.quantity === other.quantity;
}
