/** The API's objects, made from a record and what the account knows around it. */
import type Stripe from "stripe";
import type { Account } from "../account.ts";
import type {
  CheckoutSessionRecord,
  InvoiceRecord,
  PortalSessionRecord,
  SubscriptionRecord,
} from "../records.ts";
import { toCheckoutSession } from "./checkout-sessions.ts";
import { toInvoice } from "./invoices.ts";
import { toPortalSession } from "./settings.ts";
import { toSubscription } from "./subscriptions.ts";

export function viewSubscription(
  account: Account,
  record: SubscriptionRecord,
): Stripe.Subscription {
  return toSubscription(record, account.store.price(record.price));
}

export function viewInvoice(account: Account, record: InvoiceRecord): Stripe.Invoice {
  const subscription = account.store.subscriptions.get(record.subscription);
  if (!subscription) throw new Error(`Invoice ${record.id} has lost its subscription`);
  return toInvoice(record, {
    customer: account.store.customer(record.customer),
    price: account.store.price(record.price),
    subscription,
  });
}

export function viewCheckoutSession(
  account: Account,
  record: CheckoutSessionRecord,
): Stripe.Checkout.Session {
  const pageUrl = `${account.baseUrl}/c/pay/${record.id}`;
  return toCheckoutSession(record, account.store.price(record.price), pageUrl);
}

export function viewPortalSession(
  account: Account,
  record: PortalSessionRecord,
): Stripe.BillingPortal.Session {
  return toPortalSession(record, `${account.baseUrl}/p/session/${record.id}`);
}
