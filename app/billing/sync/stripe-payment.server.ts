/** Cards and payments in words, for pages and emails alike. */
import type Stripe from "stripe";
import type { customers, StatusDetail } from "#drizzle/schema";
import { isActiveStatus, isLiveStatus } from "../plan/plan-catalog";
import { formatAmount } from "../stripe/money";
import { classifyStripeError } from "../stripe/stripe.server";
import { getExpanded } from "../stripe/stripe-objects";
import type { StripeCustomer } from "./stripe-customer.server";

/**
 * The card that a subscription's next invoice is charged to, in Stripe's order of four places, and its latest
 * invoice.
 */
export function readPayment(
  { paymentMethod }: Pick<StripeCustomer, "paymentMethod">,
  subscription: Stripe.Subscription | undefined,
) {
  const isInvoiced = subscription?.collection_method === "send_invoice";
  const chosen = subscription?.default_payment_method ?? subscription?.default_source;
  const method = isInvoiced ? null : getExpanded(chosen ?? paymentMethod);
  return {
    card: method && describeCard(method),
    /** Epoch seconds; null for a card of before payment methods, which has no time. */
    cardAddedAt: method && "created" in method ? method.created : null,
    invoice: getExpanded(subscription?.latest_invoice),
  };
}

type Payment = ReturnType<typeof readPayment>;

/** What `customers.last_charge` stores. */
export type StoredCharge = Readonly<NonNullable<typeof customers.$inferSelect.lastCharge>>;

/**
 * What was paid for the latest invoice, and with which card; null when nothing was. Asks Stripe about an
 * invoice that is not in `stored`. Throws Stripe's errors.
 */
export async function readCharge(
  stripe: Stripe,
  { invoice, card: defaultCard, cardAddedAt }: Payment,
  stored: StoredCharge | null,
): Promise<StoredCharge | null> {
  const paidAt = invoice?.status_transitions.paid_at;
  if (!paidAt || invoice.amount_paid <= 0) return null;
  const known = stored?.invoice === invoice.id ? stored.card : undefined;
  const card = known === undefined ? await readPaidWith(stripe, invoice.id) : known;
  // Paying an invoice leaves the default card as it is, also one that was declined.
  const isOther = card !== null && card !== defaultCard && (cardAddedAt ?? 0) <= paidAt;
  return {
    invoice: invoice.id,
    amount: formatAmount(invoice.amount_paid, invoice.currency),
    card,
    nextCard: isOther ? defaultCard : null,
    isSwitch: invoice.billing_reason === "subscription_update",
  };
}

/** The card that paid an invoice; null if Stripe doesn't say, or not to this key. */
async function readPaidWith(stripe: Stripe, invoice: string): Promise<string | null> {
  const intents = await listPaymentIntents(stripe, invoice, "paid");
  const methods = intents.flatMap(({ payment_method: method }) => getExpanded(method) ?? []);
  const [method] = methods;
  return method && methods.length === 1 ? describeCard(method) : null;
}

/** The payments of an invoice; none if Stripe doesn't say, or not to this key. */
async function listPaymentIntents(stripe: Stripe, invoice: string, status: "open" | "paid") {
  const expand = ["data.payment.payment_intent.payment_method"];
  const payments = await listUnlessRejected(
    stripe.invoicePayments.list({ invoice, status, expand }),
  );
  return payments.flatMap(({ payment }) => getExpanded(payment.payment_intent) ?? []);
}

/** An empty list if Stripe rejects the call. Throws Stripe's other errors. */
async function listUnlessRejected<T>(list: Promise<Stripe.ApiList<T>>): Promise<readonly T[]> {
  try {
    return (await list).data;
  } catch (error) {
    if (classifyStripeError(error) === "rejected") return [];
    throw error;
  }
}

/**
 * The plan's only unpaid invoice, which has a page at Stripe; undefined without one, and with several, which
 * the portal lists. Other invoices of the customer are not the plan's.
 */
export async function findUnpaidInvoice(
  stripe: Stripe,
  plan: { readonly customer: string; readonly subscription: string },
) {
  const params = { ...plan, status: "open", limit: 2 } as const;
  const [only, other] = await listUnlessRejected(stripe.invoices.list(params));
  return other ? undefined : only;
}

/**
 * What Stripe's page of the unpaid invoice asks for, "$250.00": after discounts, tax, credit balance and
 * credit notes. Null where that may change without an event, where another page opens, and where Stripe
 * doesn't say.
 */
export async function readAmountDue(
  stripe: Stripe,
  customer: string,
  subscription: Stripe.Subscription | undefined,
): Promise<string | null> {
  if (!subscription || isActiveStatus(subscription.status)) return null;
  const { id, status, collection_method: method } = subscription;
  // A part of an invoice that is sent can be paid, of which the subscription sends no event.
  if (!isLiveStatus(status) || method === "send_invoice") return null;
  const plan = { customer, subscription: id };
  // The rest of a sync does not wait for the sum, without which the button says "Pay the invoice".
  const invoice = await findUnpaidInvoice(stripe, plan).catch(() => undefined);
  if (!invoice?.hosted_invoice_url) return null;
  return formatAmount(invoice.amount_remaining, invoice.currency);
}

/**
 * What changes the sentences about a subscription's status: why it is paused, "processing" while a payment is
 * under way, which takes days from a bank account, "paused" while nothing is collected, or "send_invoice" if
 * nothing is charged automatically; null otherwise. Throws Stripe's errors.
 */
export async function readStatusDetail(
  stripe: Stripe,
  subscription: Stripe.Subscription | undefined,
): Promise<StatusDetail | null> {
  if (!subscription) return null;
  const { status, status_details: details, latest_invoice: latest } = subscription;
  if (status === "paused") return details?.paused?.subscription.type ?? null;
  if (isActiveStatus(status) && subscription.pause_collection) return "paused";
  const invoice = getExpanded(latest);
  if (!isActiveStatus(status) && invoice?.status === "open") {
    const intents = await listPaymentIntents(stripe, invoice.id, "open");
    if (intents.some((intent) => intent.status === "processing")) return "processing";
  }
  return subscription.collection_method === "send_invoice" ? "send_invoice" : null;
}

/** Brands whose name is more than a capital letter away. */
const BRANDS: Readonly<Record<string, string>> = {
  amex: "American Express",
  diners: "Diners Club",
  eftpos_au: "Eftpos",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
};

/**
 * "Visa ending in 4242", or the type of another payment method. A source is what cards were before payment
 * methods.
 */
function describeCard(method: Stripe.PaymentMethod | Stripe.CustomerSource): string {
  const card = "card" in method ? method.card : method;
  const type = "type" in method ? (method.type ?? method.object) : method.object;
  if (!card || !("brand" in card)) return capitalize(type.replaceAll("_", " "));
  const brand = card.brand ?? "card";
  return `${BRANDS[brand.toLowerCase()] ?? capitalize(brand)} ending in ${card.last4}`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
