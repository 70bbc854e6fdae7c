import type Stripe from "stripe";
import { billingDetailText } from "~/content/billing/billing-details";

/** Brands whose name is more than a capital letter away. */
const BRANDS: Readonly<Record<string, string>> = {
  amex: "American Express",
  diners: "Diners Club",
  eftpos_au: "Eftpos",
  jcb: "JCB",
  unionpay: "UnionPay",
};

/** "Visa ending in 4242", or the type of another payment method; null without one. */
export async function describeCard(
  stripe: Stripe,
  paymentMethod: string | Stripe.PaymentMethod | null,
): Promise<string | null> {
  if (paymentMethod === null) return null;
  const { type, card } =
    typeof paymentMethod === "string"
      ? await stripe.paymentMethods.retrieve(paymentMethod)
      : paymentMethod;
  if (!card) return capitalize(type.replaceAll("_", " "));
  return billingDetailText.cardNumber(BRANDS[card.brand] ?? capitalize(card.brand), card.last4);
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
