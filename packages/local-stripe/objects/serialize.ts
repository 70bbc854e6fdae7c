/** Serializes records that refer to other records of the account. */
import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { getInterval } from "../billing/items.ts";
import { nextPeriodEnd } from "../clock.ts";
import type {
  CheckoutSessionRecord,
  InvoiceRecord,
  PortalSessionRecord,
  SubscriptionRecord,
} from "../records.ts";
import { toCheckoutSession, toLineItem } from "./checkout-sessions.ts";
import { toInvoice } from "./invoices.ts";
import { toSubscriptionSchedule } from "./schedules.ts";
import { toPortalSession } from "./settings.ts";
import { toSubscription } from "./subscriptions.ts";

export function serializeSubscription(
  account: Account,
  record: SubscriptionRecord,
): Stripe.Subscription {
  return toSubscription(record, ({ price }) => account.store.getPrice(price));
}

/** Undefined when no change is scheduled. */
export function serializeSchedule(
  account: Account,
  record: SubscriptionRecord,
): Stripe.SubscriptionSchedule | undefined {
  const { scheduled, anchor, periodEnd } = record;
  const [first] = scheduled?.items ?? [];
  if (!scheduled || !first) return undefined;
  return toSubscriptionSchedule(record, {
    id: scheduled.schedule,
    currency: account.store.getPrice(first.price).currency,
    nextItems: scheduled.items,
    nextEnd: nextPeriodEnd(anchor, getInterval(account, scheduled.items), periodEnd),
  });
}

export function serializeInvoice(account: Account, record: InvoiceRecord): Stripe.Invoice {
  const subscription = account.store.subscriptions.get(record.subscription);
  if (!subscription) throw new Error(`Invoice ${record.id} has no subscription`);
  return toInvoice(record, {
    customer: account.store.getCustomer(record.customer),
    subscription,
    getPrice: ({ price }) => account.store.getPrice(price),
    pageUrl: record.status === "draft" ? null : `${account.baseUrl}/i/${record.id}`,
  });
}

export function serializeCheckoutSession(
  account: Account,
  record: CheckoutSessionRecord,
): Stripe.Checkout.Session {
  const [line] = record.lines;
  if (!line) throw new Error(`Checkout session ${record.id} has no lines`);
  const { currency } = account.store.getPrice(line.price);
  const cost = record.lines.reduce(
    (sum, { price, quantity }) => sum + account.store.getPrice(price).unitAmount * quantity,
    0,
  );
  const pageUrl = `${account.baseUrl}/c/pay/${record.id}`;
  return toCheckoutSession(record, { currency, cost, pageUrl });
}

export function serializeLineItems(
  { store }: Account,
  record: CheckoutSessionRecord,
): Stripe.LineItem[] {
  return record.lines.map(({ price: id, quantity }, index) => {
    const price = store.getPrice(id);
    const description = store.getProduct(price.product).name;
    const lineId = `li_1${store.digest(`${record.id}:${index}`, 24)}`;
    return toLineItem(record, { id: lineId, price, quantity, description });
  });
}

export function serializePortalSession(
  account: Account,
  record: PortalSessionRecord,
): Stripe.BillingPortal.Session {
  return toPortalSession(record, `${account.baseUrl}/p/session/${record.id}`);
}
