/** Random subscription changes, like those of portal, operator and checkout. Every one has an effect. */
import type Stripe from "stripe";
import { LOCAL_PRICES } from "../../../tools/settings.ts";
import type { Random } from "./storm-random.ts";

const PRICES: readonly string[] = Object.values(LOCAL_PRICES);
const CARD = { cardNumber: "4242424242424242", expiry: "12 / 40", cvc: "123", name: "Ann Example" };

export interface StormCustomer {
  readonly userId: string;
  readonly customerId: string;
}

export interface Changer {
  /** Changes a customer's subscription, or buys a new one when it has ended. */
  change(customer: StormCustomer): Promise<void>;
  /** Number of changes so far. */
  readonly count: number;
}

export function createChanger(stripe: Stripe, random: Random): Changer {
  let count = 0;
  return {
    get count() {
      return count;
    },
    async change({ customerId }) {
      count += 1;
      const live = await stripe.subscriptions.list({ customer: customerId, limit: 1 });
      const [subscription] = live.data;
      if (subscription) await changeSubscription(stripe, random, subscription);
      else await buy(stripe, customerId, random.pick(PRICES));
    },
  };
}

async function changeSubscription(
  stripe: Stripe,
  random: Random,
  subscription: Stripe.Subscription,
): Promise<void> {
  const { id, items, cancel_at, status } = subscription;
  const chance = random.next();
  if (chance < 0.05) {
    await stripe.subscriptions.cancel(id);
  } else if (chance < 0.12 && status === "trialing") {
    await stripe.subscriptions.update(id, { trial_end: "now" });
  } else if (chance < 0.5) {
    await stripe.subscriptions.update(id, { cancel_at_period_end: cancel_at === null });
  } else {
    const [item] = items.data;
    if (!item) throw new Error(`${id} has no item`);
    const price = random.pick(PRICES.filter((candidate) => candidate !== item.price.id));
    await stripe.subscriptions.update(id, { items: [{ id: item.id, price }] });
  }
}

async function buy(stripe: Stripe, customer: string, price: string): Promise<void> {
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    customer,
    line_items: [{ price, quantity: 1 }],
    success_url: "http://127.0.0.1:9/",
    subscription_data: { trial_period_days: 14 },
  });
  const paid = await fetch(session.url ?? "", {
    method: "POST",
    body: new URLSearchParams(CARD),
    redirect: "manual",
  });
  if (paid.status !== 303) throw new Error(`The payment was not taken: ${paid.status}`);
}
