/** Prices, cards and payments in words, for pages and emails alike. */
import type Stripe from "stripe";
import { formatAmount, formatPrice } from "../money";
import type { StripeCustomer } from "./stripe-customer.server";

/** "$250 a month", "$2,400 a year", "$90 every 3 months"; null for tiered or one-time prices. */
export function describePrice(item: Stripe.SubscriptionItem | undefined): string | null {
  if (!item) return null;
  const { price, quantity } = item;
  if (price.unit_amount === null || !price.recurring) return null;
  const amount = formatPrice(price.unit_amount * (quantity ?? 1), price.currency);
  const { interval, interval_count: count } = price.recurring;
  return count === 1 ? `${amount} a ${interval}` : `${amount} every ${count} ${interval}s`;
}

/** The card and the latest invoice of a subscription. `lastPayment` is null when nothing was paid for that invoice. */
export function readPayment(
  { paymentMethod }: Pick<StripeCustomer, "paymentMethod">,
  subscription: Stripe.Subscription | undefined,
) {
  const method = getExpanded(subscription?.default_payment_method ?? paymentMethod);
  const invoice = getExpanded(subscription?.latest_invoice);
  const paidAt = invoice?.status_transitions.paid_at;
  return {
    card: method && describeCard(method),
    cardAddedAt: method?.created ?? null,
    invoice,
    lastPayment:
      paidAt && invoice.amount_paid > 0
        ? {
            invoice: invoice.id,
            amount: formatAmount(invoice.amount_paid, invoice.currency),
            paidAt,
          }
        : null,
  };
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
