/** Cards and payments in words, for pages and emails alike. */
import type Stripe from "stripe";
import type { customers } from "#drizzle/schema";
import { formatAmount } from "../money";
import { classifyStripeError } from "./stripe.server";
import type { StripeCustomer } from "./stripe-customer.server";

/** The card that a subscription's next invoice is charged to, and its latest invoice. */
export function readPayment(
  { paymentMethod }: Pick<StripeCustomer, "paymentMethod">,
  subscription: Stripe.Subscription | undefined,
) {
  const method = getExpanded(subscription?.default_payment_method ?? paymentMethod);
  return {
    card: method && describeCard(method),
    /** Epoch seconds. */
    cardAddedAt: method?.created ?? null,
    invoice: getExpanded(subscription?.latest_invoice),
  };
}

export type Payment = ReturnType<typeof readPayment>;

/** What `customers.last_charge` stores. */
export type StoredCharge = Readonly<NonNullable<typeof customers.$inferSelect.lastCharge>>;

/**
 * What was paid for the latest invoice, and with which card; null when nothing was. Asks Stripe about an invoice
 * that is not in `stored`. Throws Stripe's errors.
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
  };
}

/** The card that paid an invoice; null if Stripe doesn't say, or not to this key. */
async function readPaidWith(stripe: Stripe, invoice: string): Promise<string | null> {
  const expand = ["data.payment.payment_intent.payment_method"];
  try {
    const { data } = await stripe.invoicePayments.list({ invoice, status: "paid", expand });
    const intents = data.map(({ payment }) => getExpanded(payment.payment_intent));
    const methods = intents.flatMap((intent) => getExpanded(intent?.payment_method) ?? []);
    const [method] = methods;
    return method && methods.length === 1 ? describeCard(method) : null;
  } catch (error) {
    if (classifyStripeError(error) === "rejected") return null;
    throw error;
  }
}

/** Null for an object that is only referenced. */
function getExpanded<T extends object>(reference: string | T | null | undefined): T | null {
  return typeof reference === "object" ? reference : null;
}

/** Brands whose name is more than a capital letter away. */
const BRANDS: Readonly<Record<string, string>> = {
  amex: "American Express",
  diners: "Diners Club",
  eftpos_au: "Eftpos",
  jcb: "JCB",
  unionpay: "UnionPay",
};

/** "Visa ending in 4242", or the type of another payment method. */
function describeCard({ type, card }: Stripe.PaymentMethod): string {
  if (!card) return capitalize(type.replaceAll("_", " "));
  return `${BRANDS[card.brand] ?? capitalize(card.brand)} ending in ${card.last4}`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
