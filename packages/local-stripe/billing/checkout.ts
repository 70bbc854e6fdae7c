/** Completion and expiry of Checkout sessions. */
import type { Account } from "../account.ts";
import { DAY } from "../clock.ts";
import { getDueToday, serializeCheckoutSession } from "../objects/checkout-sessions.ts";
import { toCharge, toPaymentIntent } from "../objects/payments.ts";
import type { CheckoutSessionRecord, CustomerRecord, PaymentRecord } from "../records.ts";
import { storeUnused } from "../requests/unused-parameters.ts";
import { attachCard, type Card, createCard, createCustomer } from "./customers.ts";
import { getCurrency } from "./items.ts";
import { redeem } from "./promotions.ts";
import { startSubscription } from "./subscriptions.ts";

/** Completes `session` for the payer with `email`, with the card that starts the subscription or pays. */
export function completeCheckout(
  account: Account,
  session: CheckoutSessionRecord,
  email: string,
  card: Card,
): void {
  const customer = getOrCreateCustomer(account, session, email, card);
  const bought =
    session.mode === "subscription" && customer
      ? subscribe(account, session, customer, card)
      : pay(account, session, customer, { card, email });
  Object.assign(session, {
    ...bought,
    status: "complete",
    customer: customer?.id ?? null,
    payerEmail: email,
    payerName: card.name,
  } satisfies Partial<CheckoutSessionRecord>);
  account.emit({
    type: "checkout.session.completed",
    data: { object: serializeCheckoutSession(account, session) },
  });
}

type Bought = Pick<CheckoutSessionRecord, "subscription" | "invoice" | "paymentIntent">;

function subscribe(
  account: Account,
  session: CheckoutSessionRecord,
  customer: CustomerRecord,
  card: Card,
): Bought {
  const paymentMethod = attachCard(account, customer, card);
  const subscription = startSubscription(account, {
    customer: customer.id,
    lines: session.lines,
    payment: "paid",
    metadata: session.subscriptionMetadata,
    // Trial days count from completion, not from the session's creation.
    trialEnd: session.trialDays === null ? null : account.clock.now() + session.trialDays * DAY,
    paymentMethod: paymentMethod.id,
    promotion: session.promotion,
    presentmentCurrency: session.isAdaptive ? findLocalCurrency(customer.email) : null,
  });
  copyUnused(account, session, "subscription_data", subscription);
  return {
    subscription: subscription.id,
    invoice: subscription.latestInvoice,
    paymentIntent: null,
  };
}

const LOCAL_CURRENCIES: Readonly<Record<string, string>> = { FR: "eur", GB: "gbp", JP: "jpy" };

/** The currency of an address for tests, `ann+location_FR@…`, in any case: Supabase stores lower case. */
function findLocalCurrency(email: string | null): string | null {
  const [, country = ""] = /\+location_([A-Z]{2})@/i.exec(email ?? "") ?? [];
  return LOCAL_CURRENCIES[country.toUpperCase()] ?? null;
}

function pay(
  account: Account,
  session: CheckoutSessionRecord,
  customer: CustomerRecord | null,
  { card, email }: { readonly card: Card; readonly email: string },
): Bought {
  const { store, clock } = account;
  const { total: amount } = getDueToday(account, session);
  redeem(account, session.promotion);
  if (amount === 0) return { subscription: null, invoice: null, paymentIntent: null };
  const record: PaymentRecord = {
    id: store.newId("pi_3"),
    created: clock.now(),
    amount,
    currency: getCurrency(account, session.lines),
    customer: customer?.id ?? null,
    card: createCard(account, card, email).id,
    email,
    metadata: session.paymentMetadata,
  };
  store.payments.set(record.id, record);
  copyUnused(account, session, "payment_intent_data", record);
  const payment = { ...record, isRecurring: false };
  account.emit({ type: "charge.succeeded", data: { object: toCharge(account, payment) } });
  account.emit({ type: "payment_intent.succeeded", data: { object: toPaymentIntent(payment) } });
  return { subscription: null, invoice: null, paymentIntent: record.id };
}

/** Parameters of the session that are its subscription's or its payment's. */
function copyUnused(
  { store }: Account,
  session: CheckoutSessionRecord,
  name: "payment_intent_data" | "subscription_data",
  target: object,
): void {
  storeUnused(store, target, store.unusedParameters.get(session.id)?.[name]);
}

/** Null for a payer who does not become a customer. */
function getOrCreateCustomer(
  account: Account,
  session: CheckoutSessionRecord,
  email: string,
  { name }: Card,
): CustomerRecord | null {
  if (session.customer !== null) return account.store.getCustomer(session.customer);
  return session.createsCustomer ? createCustomer(account, { email, name }) : null;
}

export function expireCheckoutSession(account: Account, session: CheckoutSessionRecord): void {
  session.status = "expired";
  account.emit({
    type: "checkout.session.expired",
    data: { object: serializeCheckoutSession(account, session) },
  });
}
