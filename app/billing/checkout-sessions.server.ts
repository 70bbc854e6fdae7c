/** Checkout sessions at Stripe that somebody could still pay. */
import type Stripe from "stripe";
import { isMissing } from "./stripe-customer.server";

/** The customer's open sessions; none when Stripe does not know the customer. */
export async function listOpenSessions(
  stripe: Stripe,
  customer: string,
): Promise<Stripe.Checkout.Session[]> {
  try {
    const open: Stripe.Checkout.Session[] = [];
    const pages = stripe.checkout.sessions.list({ customer, status: "open", limit: 100 });
    for await (const session of pages) open.push(session);
    return open;
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Closes sessions. Throws when one has been paid meanwhile, which is not to be passed over. */
export async function expireSessions(
  stripe: Stripe,
  sessions: readonly Stripe.Checkout.Session[],
): Promise<void> {
  for (const session of sessions) await stripe.checkout.sessions.expire(session.id);
}
