/** How a Checkout session ends: paid for, or expired. */
import type { Account } from "../account.ts";
import { DAY } from "../clock.ts";
import { viewCheckoutSession } from "../objects/views.ts";
import type { CheckoutSessionRecord, CustomerRecord } from "../records.ts";
import { attachCard, type Card, createCustomer } from "./customers.ts";
import { startSubscription } from "./subscriptions.ts";

export interface Payer {
  email: string;
  name: string | null;
  country?: string | null;
  postalCode?: string | null;
  business?: CheckoutSessionRecord["payerBusiness"];
}

/** Completes `session`. `card` is null when a trial asked for none. */
export function completeCheckout(
  account: Account,
  session: CheckoutSessionRecord,
  payer: Payer,
  card: Card | null,
): void {
  const customer = payingCustomer(account, session, payer);
  const paymentMethod = card && attachCard(account, customer, card);
  const subscription = startSubscription(account, {
    customer: customer.id,
    lines: session.lines,
    automaticTax: session.automaticTax,
    payment: "paid",
    description: session.subscriptionDescription,
    metadata: session.subscriptionMetadata,
    trialEnd: trialEnd(session, account.clock.now()),
    missingPaymentMethod: session.missingPaymentMethod,
    paymentMethod: paymentMethod?.id ?? null,
  });
  Object.assign(session, {
    status: "complete",
    customer: customer.id,
    payerEmail: payer.email,
    payerName: payer.name,
    payerCountry: payer.country ?? null,
    payerPostalCode: payer.postalCode ?? null,
    payerBusiness: payer.business ?? null,
    termsAccepted: session.termsOfService === "required",
    subscription: subscription.id,
    invoice: subscription.latestInvoice,
  } satisfies Partial<CheckoutSessionRecord>);
  account.emit({
    type: "checkout.session.completed",
    data: { object: viewCheckoutSession(account, session) },
  });
}

function payingCustomer(
  account: Account,
  session: CheckoutSessionRecord,
  payer: Payer,
): CustomerRecord {
  return session.customer === null
    ? createCustomer(account, { email: payer.email, name: payer.name })
    : account.store.customer(session.customer);
}

/** Trial days count from the moment of payment, not from when the session was made. */
function trialEnd(session: CheckoutSessionRecord, now: number): number | null {
  return session.trialDays === null ? session.trialEnd : now + session.trialDays * DAY;
}

export function expireCheckoutSession(account: Account, session: CheckoutSessionRecord): void {
  session.status = "expired";
  account.emit({
    type: "checkout.session.expired",
    data: { object: viewCheckoutSession(account, session) },
  });
}
