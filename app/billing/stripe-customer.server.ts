/** What Stripe says of a customer right now, as far as the product cares. */
import type Stripe from "stripe";
import * as v from "valibot";
import { isEndedStatus } from "./subscription";

export interface StripeCustomer {
  /** "unknown" to this Stripe account: never made here, or a key of another account is configured. */
  readonly state: "present" | "deleted" | "unknown";
  /** The user for whom checkout made it; undefined when it was made elsewhere. */
  readonly userId: string | undefined;
  /** All of them, ended ones too. None unless the customer is present. */
  readonly subscriptions: readonly Stripe.Subscription[];
}

/** Stripe's largest page. */
const PAGE_SIZE = 100;

/** Reads a customer and every subscription of theirs. Throws Stripe's errors. */
export async function readStripeCustomer(
  stripe: Stripe,
  customerId: string,
): Promise<StripeCustomer> {
  try {
    const [customer, subscriptions] = await Promise.all([
      stripe.customers.retrieve(customerId),
      listSubscriptions(stripe, customerId),
    ]);
    if (customer.deleted) return gone("deleted");
    return { state: "present", userId: readUserId(customer.metadata), subscriptions };
  } catch (error) {
    if (isMissing(error)) return gone("unknown");
    throw error;
  }
}

function gone(state: "deleted" | "unknown"): StripeCustomer {
  return { state, userId: undefined, subscriptions: [] };
}

/** The subscriptions that can still charge. */
export function liveSubscriptions({ subscriptions }: StripeCustomer): Stripe.Subscription[] {
  return subscriptions.filter(({ status }) => !isEndedStatus(status));
}

/** Lower is better: what a person should see when a customer has several subscriptions. */
const STATUS_RANK: Readonly<Record<string, number>> = {
  active: 0,
  trialing: 0,
  past_due: 1,
  unpaid: 2,
  paused: 2,
  incomplete: 3,
  canceled: 4,
  incomplete_expired: 5,
};
const UNKNOWN_STATUS_RANK = 3;

/** The subscription that counts: the best status, then the newest. */
export function pickSubscription(
  subscriptions: readonly Stripe.Subscription[],
): Stripe.Subscription | undefined {
  const rank = ({ status }: Stripe.Subscription) => STATUS_RANK[status] ?? UNKNOWN_STATUS_RANK;
  return subscriptions.toSorted((a, b) => rank(a) - rank(b) || b.created - a.created)[0];
}

async function listSubscriptions(stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> {
  const found: Stripe.Subscription[] = [];
  const pages = stripe.subscriptions.list({ customer, status: "all", limit: PAGE_SIZE });
  for await (const subscription of pages) found.push(subscription);
  return found;
}

/** Checkout puts the user's id into the customer's metadata, so a lost row finds its owner again. */
function readUserId(metadata: Stripe.Metadata): string | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.uuid()), metadata.userId);
  return parsed.success ? parsed.output : undefined;
}

/** True for Stripe's answer about an object that does not exist, or no longer does. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "resource_missing";
}
