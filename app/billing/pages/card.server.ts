/**
 * The card of a plan, which Stripe stores in several places: before and after the portal asks for a new one.
 */
import type Stripe from "stripe";
import type { Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { createBillingContext } from "../stripe/stripe.server";

/**
 * The portal stores a new card as the customer's default, but Checkout stored the first one on the
 * subscription, where it overrides that default. It is removed there in the background: until then it is
 * charged as well.
 */
export async function moveCardToCustomer(
  { requestId, waitUntil }: Platform,
  stripe: Stripe,
  customer: string,
  subscription: string,
): Promise<void> {
  const { default_payment_method: card } = await stripe.subscriptions.retrieve(subscription);
  if (card === null) return;
  const id = typeof card === "string" ? card : card.id;
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
  const removing = stripe.subscriptions.update(subscription, { default_payment_method: "" });
  waitUntil(
    removing.catch((error: unknown) => logError("portal.card_not_moved", error, { requestId })),
  );
}

/**
 * The same before the portal opens for anything else, in the background: the schedule of a switch copies the
 * card of the subscription, and would set it again after a new one.
 */
export function moveCardInBackground(
  platform: Platform,
  customer: string,
  subscription: string,
): void {
  const { requestId, waitUntil } = platform;
  const moving = createBillingContext(platform, "page").then(({ stripe }) =>
    moveCardToCustomer(platform, stripe, customer, subscription),
  );
  waitUntil(
    moving.catch((error: unknown) => logError("portal.card_not_moved", error, { requestId })),
  );
}

/**
 * Of a switch that was scheduled otherwise: its phases can only be replaced as a whole, which would lose
 * their discounts and taxes.
 */
export function reportCardInSchedule(
  { requestId }: Platform,
  { id, phases }: Stripe.SubscriptionSchedule,
): void {
  const hasOwn = phases.some(({ default_payment_method: own }) => own !== null);
  if (hasOwn) logError("portal.card_not_moved", new Error(`${id} has its own`), { requestId });
}
