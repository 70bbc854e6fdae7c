/** A customer's current plan and payment method at Stripe. For display only; access depends on the customers row. */
import type Stripe from "stripe";
import { billingDetailText } from "~/content/billing/billing-details";
import type { PlanPrices } from "../plan/subscription";
import {
  findPlanItem,
  getLiveSubscriptions,
  listSubscriptions,
  pickSubscription,
} from "../stripe/stripe-customer.server";

export interface StripePlan {
  /** The one stored in the customers table; undefined without a subscription. */
  readonly subscription: Stripe.Subscription | undefined;
  /** Further live subscriptions. */
  readonly others: readonly Stripe.Subscription[];
  /** The plan's item of `subscription`. */
  readonly item: Stripe.SubscriptionItem | undefined;
  /** "Visa ending in 4242", or the type of another payment method; null without one. */
  readonly card: string | null;
}

/** Undefined for a deleted customer. Throws Stripe's errors. */
export async function readStripePlan(
  stripe: Stripe,
  planPrices: PlanPrices,
  customerId: string,
): Promise<StripePlan | undefined> {
  const [retrieved, listed] = await Promise.allSettled([
    stripe.customers.retrieve(customerId),
    listSubscriptions(stripe, customerId, ["data.default_payment_method"]),
  ]);
  if (retrieved.status === "rejected") throw retrieved.reason;
  const customer = retrieved.value;
  if (customer?.object !== "customer") throw new Error("Stripe's response is not a customer");
  if (customer.deleted) return undefined;
  if (listed.status === "rejected") throw listed.reason;
  const subscription = pickSubscription(listed.value, planPrices);
  // A subscription without a payment method is charged to the customer's default.
  const paymentMethod =
    subscription?.default_payment_method ?? customer.invoice_settings.default_payment_method;
  return {
    subscription,
    others: getLiveSubscriptions({ subscriptions: listed.value }).filter(
      (other) => other !== subscription,
    ),
    item: subscription && findPlanItem(subscription, planPrices),
    card: paymentMethod === null ? null : await describeCard(stripe, paymentMethod),
  };
}

const BRANDS: Readonly<Record<string, string>> = {
  amex: "American Express",
  diners: "Diners Club",
  discover: "Discover",
  eftpos_au: "Eftpos",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
};

async function describeCard(
  stripe: Stripe,
  paymentMethod: string | Stripe.PaymentMethod,
): Promise<string> {
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
