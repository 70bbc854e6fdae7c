/** Checkout sessions at Stripe: what one is made with, and the ones that can still be paid. */
import type Stripe from "stripe";
import { type PlanId, TRIAL_DAYS } from "~/content/plans";
import type { BillingOptions } from "../stripe/options";
import { isResourceMissing } from "../stripe/stripe-customer.server";

export interface CheckoutRequest {
  readonly planId: PlanId;
  readonly priceId: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

export interface CheckoutCustomer {
  readonly userId: string;
  /** At Stripe. */
  readonly customer: string;
  readonly hasHadTrial: boolean;
}

/** What a Checkout session is made with: one trial a person, and the options that are on. */
export function sessionParameters(
  { planId, priceId, successUrl, cancelUrl }: CheckoutRequest,
  { userId, customer, hasHadTrial }: CheckoutCustomer,
  options: BillingOptions,
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: "subscription",
    customer,
    client_reference_id: userId,
    line_items: [{ price: priceId, quantity: 1 }],
    success_url: successUrl,
    cancel_url: cancelUrl,
    metadata: { userId, planId, priceId, trialDays: trialDaysFor(hasHadTrial) },
    subscription_data: {
      metadata: { userId },
      ...(hasHadTrial ? {} : trial(options)),
    },
    ...(options.promotionCodes && { allow_promotion_codes: true }),
    ...(options.termsOfService && { consent_collection: { terms_of_service: "required" } }),
    ...(options.automaticTax && {
      automatic_tax: { enabled: true },
      tax_id_collection: { enabled: true },
      billing_address_collection: "required",
      customer_update: { address: "auto", name: "auto" },
    }),
    ...(options.trialWithoutCard && !hasHadTrial && { payment_method_collection: "if_required" }),
  };
}

function trial({ trialWithoutCard }: BillingOptions) {
  return {
    trial_period_days: TRIAL_DAYS,
    ...(trialWithoutCard && {
      trial_settings: { end_behavior: { missing_payment_method: "cancel" as const } },
    }),
  };
}

/** Nobody is sent to a session that is about to expire under their hands. */
const REUSABLE_FOR_S = 10 * 60;

/** True for an open session that is what would be made now. */
export function isReusable(
  session: Stripe.Checkout.Session,
  request: CheckoutRequest,
  hasHadTrial: boolean,
): boolean {
  return (
    session.metadata?.priceId === request.priceId &&
    session.metadata.trialDays === trialDaysFor(hasHadTrial) &&
    session.success_url === request.successUrl &&
    session.cancel_url === request.cancelUrl &&
    session.expires_at > Date.now() / 1000 + REUSABLE_FOR_S
  );
}

/** As a session's metadata has it. */
function trialDaysFor(hasHadTrial: boolean): string {
  return String(hasHadTrial ? 0 : TRIAL_DAYS);
}

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
    if (isResourceMissing(error)) return [];
    throw error;
  }
}

/** Closes sessions. Throws when one has been paid meanwhile, which is not to be passed over. */
export async function expireCheckoutSessions(
  stripe: Stripe,
  sessions: readonly Stripe.Checkout.Session[],
): Promise<void> {
  for (const session of sessions) await stripe.checkout.sessions.expire(session.id);
}
