/** The API's objects, made from a record and what the account knows around it. */
import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { intervalOf } from "../billing/items.ts";
import { nextPeriodEnd } from "../clock.ts";
import type {
  CheckoutSessionRecord,
  InvoiceRecord,
  PortalSessionRecord,
  SubscriptionRecord,
} from "../records.ts";
import { toCheckoutSession } from "./checkout-sessions.ts";
import { toInvoice } from "./invoices.ts";
import { toSubscriptionSchedule } from "./schedules.ts";
import { toPortalSession } from "./settings.ts";
import { toSubscription } from "./subscriptions.ts";

export function viewSubscription(
  account: Account,
  record: SubscriptionRecord,
): Stripe.Subscription {
  return toSubscription(record, ({ price }) => account.store.price(price));
}

/** Undefined where no change waits for the end of the period. */
export function viewSchedule(
  account: Account,
  record: SubscriptionRecord,
): Stripe.SubscriptionSchedule | undefined {
  const { scheduled, anchor, periodEnd } = record;
  const [first] = scheduled?.items ?? [];
  if (!scheduled || !first) return undefined;
  return toSubscriptionSchedule(record, {
    id: scheduled.schedule,
    currency: account.store.price(first.price).currency,
    nextItems: scheduled.items,
    nextEnd: nextPeriodEnd(anchor, intervalOf(account, scheduled.items), periodEnd),
  });
}

export function viewInvoice(account: Account, record: InvoiceRecord): Stripe.Invoice {
  const subscription = account.store.subscriptions.get(record.subscription);
  if (!subscription) throw new Error(`Invoice ${record.id} has lost its subscription`);
  return toInvoice(record, {
    customer: account.store.customer(record.customer),
    subscription,
    priceOf: ({ price }) => account.store.price(price),
    pageUrl: record.status === "draft" ? null : `${account.baseUrl}/i/${record.id}`,
  });
}

export function viewCheckoutSession(
  account: Account,
  record: CheckoutSessionRecord,
): Stripe.Checkout.Session {
  const [line] = record.lines;
  if (!line) throw new Error(`Checkout session ${record.id} sells nothing`);
  const { currency } = account.store.price(line.price);
  const cost = record.lines.reduce(
    (sum, { price, quantity }) => sum + account.store.price(price).unitAmount * quantity,
    0,
  );
  const pageUrl = `${account.baseUrl}/c/pay/${record.id}`;
  return toCheckoutSession(record, { currency, cost, pageUrl });
}

export function viewPortalSession(
  account: Account,
  record: PortalSessionRecord,
): Stripe.BillingPortal.Session {
  return toPortalSession(record, `${account.baseUrl}/p/session/${record.id}`);
}
