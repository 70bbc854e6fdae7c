/** What Stripe says right now of a customer's plan and card. Read for people; access is decided by the row. */
import type Stripe from "stripe";
import type { PlanPrices } from "../plan/subscription";
import {
  findPlanItem,
  listSubscriptions,
  liveSubscriptions,
  pickSubscription,
} from "../stripe/stripe-customer.server";

export interface PlanAtStripe {
  /** The one that counts, as in the customers table; undefined for none. */
  readonly subscription: Stripe.Subscription | undefined;
  /** Further ones that have not ended, and charge as well. */
  readonly others: readonly Stripe.Subscription[];
  /** Its item that is the plan. */
  readonly item: Stripe.SubscriptionItem | undefined;
  /** What is charged: "Visa ending in 4242", or another payment method's kind; null when nothing is on file. */
  readonly card: string | null;
}

/** Undefined for a customer that was deleted there. Throws Stripe's errors. */
export async function readPlanAtStripe(
  stripe: Stripe,
  catalogue: PlanPrices,
  customerId: string,
): Promise<PlanAtStripe | undefined> {
  const [found, listed] = await Promise.allSettled([
    stripe.customers.retrieve(customerId),
    listSubscriptions(stripe, customerId, ["data.default_payment_method"]),
  ]);
  if (found.status === "rejected") throw found.reason;
  const customer = found.value;
  if (customer?.object !== "customer") throw new Error("Stripe's answer is no customer");
  if (customer.deleted) return undefined;
  if (listed.status === "rejected") throw listed.reason;
  const subscription = pickSubscription(listed.value, catalogue);
  // What the customer has on file pays for a subscription that names nothing of its own.
  const method =
    subscription?.default_payment_method ?? customer.invoice_settings.default_payment_method;
  return {
    subscription,
    others: liveSubscriptions({ subscriptions: listed.value }).filter(
      (other) => other !== subscription,
    ),
    item: subscription && findPlanItem(subscription, catalogue),
    card: method === null ? null : await readCard(stripe, method),
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

async function readCard(stripe: Stripe, method: string | Stripe.PaymentMethod): Promise<string> {
  const { type, card } =
    typeof method === "string" ? await stripe.paymentMethods.retrieve(method) : method;
  if (!card) return capitalize(type.replaceAll("_", " "));
  return `${BRANDS[card.brand] ?? capitalize(card.brand)} ending in ${card.last4}`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
