/** Completion and expiry of Checkout sessions. */
import type { Account } from "../account.ts";
import { DAY } from "../clock.ts";
import { serializeCheckoutSession } from "../objects/checkout-sessions.ts";
import type { CheckoutSessionRecord, CustomerRecord } from "../records.ts";
import { attachCard, type Card, createCustomer } from "./customers.ts";
import { startSubscription } from "./subscriptions.ts";

/** Completes `session` for the payer with `email`, with the card that starts the subscription. */
export function completeCheckout(
  account: Account,
  session: CheckoutSessionRecord,
  email: string,
  card: Card,
): void {
  const customer = getOrCreateCustomer(account, session, email, card);
  const paymentMethod = attachCard(account, customer, card);
  const subscription = startSubscription(account, {
    customer: customer.id,
    lines: session.lines,
    payment: "paid",
    metadata: session.subscriptionMetadata,
    // Trial days count from completion, not from the session's creation.
    trialEnd: session.trialDays === null ? null : account.clock.now() + session.trialDays * DAY,
    paymentMethod: paymentMethod.id,
  });
  Object.assign(session, {
    status: "complete",
    customer: customer.id,
    payerEmail: email,
    payerName: card.name,
    subscription: subscription.id,
    invoice: subscription.latestInvoice,
  } satisfies Partial<CheckoutSessionRecord>);
  account.emit({
    type: "checkout.session.completed",
    data: { object: serializeCheckoutSession(account, session) },
  });
}

function getOrCreateCustomer(
  account: Account,
  session: CheckoutSessionRecord,
  email: string,
  { name }: Card,
): CustomerRecord {
  return session.customer === null
    ? createCustomer(account, { email, name })
    : account.store.getCustomer(session.customer);
}

export function expireCheckoutSession(account: Account, session: CheckoutSessionRecord): void {
  session.status = "expired";
  account.emit({
    type: "checkout.session.expired",
    data: { object: serializeCheckoutSession(account, session) },
  });
}
