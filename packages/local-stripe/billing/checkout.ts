/** Completion and expiry of Checkout sessions. */
import type { Account } from "../account.ts";
import { DAY } from "../clock.ts";
import { serializeCheckoutSession } from "../objects/checkout-sessions.ts";
import { type CheckoutSessionRecord, type CustomerRecord, NO_ADDRESS } from "../records.ts";
import { attachCard, type Card, createCustomer, updateCustomer } from "./customers.ts";
import { startSubscription } from "./subscriptions.ts";

export interface Payer {
  email: string;
  name: string | null;
  country?: string | null;
  postalCode?: string | null;
  business?: CheckoutSessionRecord["payerBusiness"];
}

/** Completes `session`. `card` is null when the trial needs none. */
export function completeCheckout(
  account: Account,
  session: CheckoutSessionRecord,
  payer: Payer,
  card: Card | null,
): void {
  const customer = getOrCreateCustomer(account, session, payer);
  const paymentMethod = card && attachCard(account, customer, card);
  const subscription = startSubscription(account, {
    customer: customer.id,
    lines: session.lines,
    automaticTax: session.automaticTax,
    payment: "paid",
    metadata: session.subscriptionMetadata,
    // Trial days count from completion, not from the session's creation.
    trialEnd: session.trialDays === null ? null : account.clock.now() + session.trialDays * DAY,
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
    data: { object: serializeCheckoutSession(account, session) },
  });
}

function getOrCreateCustomer(
  account: Account,
  session: CheckoutSessionRecord,
  payer: Payer,
): CustomerRecord {
  const { email, name, country = null, postalCode = null, business } = payer;
  const address = country === null ? null : { ...NO_ADDRESS, country, postal_code: postalCode };
  if (session.customer === null) return createCustomer(account, { email, name, address });
  const customer = account.store.getCustomer(session.customer);
  updateCustomer(account, customer, {
    ...(session.savesAddress && address && { address }),
    ...(session.savesName && { name: business?.name ?? name ?? customer.name }),
  });
  return customer;
}

export function expireCheckoutSession(account: Account, session: CheckoutSessionRecord): void {
  session.status = "expired";
  account.emit({
    type: "checkout.session.expired",
    data: { object: serializeCheckoutSession(account, session) },
  });
}
