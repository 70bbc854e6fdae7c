import type Stripe from "stripe";
import { type PlanId, TRIAL_DAYS } from "~/content/plans";
import { isResourceMissing } from "../sync/stripe-customer.server";

export interface CheckoutRequest {
  readonly planId: PlanId;
  readonly priceId: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

interface CheckoutCustomer {
  readonly userId: string;
  readonly stripeCustomerId: string;
  readonly hasHadTrial: boolean;
}

/** The parameters of a new session: one free trial per account. */
export function buildSessionParams(
  { planId, priceId, successUrl, cancelUrl }: CheckoutRequest,
  { userId, stripeCustomerId, hasHadTrial }: CheckoutCustomer,
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: "subscription",
    customer: stripeCustomerId,
    client_reference_id: userId,
    line_items: [{ price: priceId, quantity: 1 }],
    // Left out, the Dashboard would decide whether Stripe converts the price that the page has promised.
    adaptive_pricing: { enabled: false },
    success_url: nameSession(successUrl),
    cancel_url: cancelUrl,
    metadata: { userId, planId, priceId, trialDays: getTrialDays(hasHadTrial) },
    subscription_data: {
      metadata: { userId },
      ...(!hasHadTrial && { trial_period_days: TRIAL_DAYS }),
    },
  };
}

/** Adds a placeholder, for which Stripe puts the session's id: the return asks Stripe about that session. */
function nameSession(successUrl: string): string {
  const url = new URL(successUrl);
  url.searchParams.append("session", "");
  // `searchParams` would encode the braces.
  url.search += "{CHECKOUT_SESSION_ID}";
  return url.href;
}

/** A session that expires sooner is not reused. */
const MIN_REMAINING_S = 10 * 60;

/** True for an open session that equals the one `request` would create. */
export function isReusableSession(
  session: Stripe.Checkout.Session,
  request: CheckoutRequest,
  hasHadTrial: boolean,
): boolean {
  return (
    session.status === "open" &&
    session.metadata?.priceId === request.priceId &&
    session.metadata.trialDays === getTrialDays(hasHadTrial) &&
    session.success_url === nameSession(request.successUrl) &&
    session.cancel_url === request.cancelUrl &&
    session.adaptive_pricing?.enabled !== true &&
    session.expires_at > Date.now() / 1000 + MIN_REMAINING_S
  );
}

/** The trial days, as stored in a session's metadata. */
function getTrialDays(hasHadTrial: boolean): string {
  return String(hasHadTrial ? 0 : TRIAL_DAYS);
}

/** Stripe never deletes sessions; a customer has far fewer. */
const MAX_SESSIONS = 10_000;

/** The customer's sessions of every status; empty when Stripe does not know the customer. */
export async function listCheckoutSessions(stripe: Stripe, customer: string) {
  try {
    const sessions = stripe.checkout.sessions.list({ customer, limit: 100 });
    return await sessions.autoPagingToArray({ limit: MAX_SESSIONS });
  } catch (error) {
    if (isResourceMissing(error)) return [];
    throw error;
  }
}

/** Expires the open ones of `sessions`. Throws when one has been paid in the meantime. */
export async function expireCheckoutSessions(
  stripe: Stripe,
  sessions: readonly Stripe.Checkout.Session[],
): Promise<void> {
  for (const { id, status } of sessions) {
    if (status === "open") await stripe.checkout.sessions.expire(id);
  }
}
