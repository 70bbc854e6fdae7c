/**
 * The card of a plan, which Stripe stores in several places: before and after the portal asks for a new one.
 */
import type Stripe from "stripe";
import type { Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { createBillingContext } from "../stripe/stripe.server";
import { getId } from "../stripe/stripe-objects";

/**
 * Moves the card that Checkout stored on the subscription, where it overrides the customer's default, which
 * is where the portal stores a new card. It is removed from the subscription in the background: until then it
 * is charged as well.
 */
export async function moveCardToCustomer(
  platform: Platform,
  stripe: Stripe,
  customer: string,
  subscription: string,
): Promise<void> {
  const { default_payment_method: card } = await stripe.subscriptions.retrieve(subscription);
  if (card !== null)
    await moveCard(platform, stripe, { customer, subscription, card: getId(card) });
}

/**
 * Moves the card before a switch, whose schedule copies the card of the subscription, and would set it again
 * after a new one. Another card that is the customer's default stays: it may pay for more. A failure is only
 * logged.
 */
export async function moveCardBeforeSwitch(
  platform: Platform,
  customer: string,
  subscription: string,
): Promise<void> {
  const move = async () => {
    const { stripe } = await createBillingContext(platform, "page");
    const current = await stripe.subscriptions.retrieve(subscription, { expand: ["customer"] });
    const { default_payment_method: card, customer: owner } = current;
    if (card === null || typeof owner === "string" || owner.deleted) return;
    const own = owner.invoice_settings.default_payment_method;
    if (own !== null && getId(own) !== getId(card)) return;
    await moveCard(platform, stripe, { customer, subscription, card: getId(card) });
  };
  await logFailure(platform, move());
}

/** Makes the subscription's card the customer's default, and removes it there in the background. */
async function moveCard(
  platform: Platform,
  stripe: Stripe,
  { customer, subscription, card }: Readonly<Record<"customer" | "subscription" | "card", string>>,
): Promise<void> {
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } });
  const removing = stripe.subscriptions.update(subscription, { default_payment_method: "" });
  platform.waitUntil(logFailure(platform, removing));
}

const logFailure = ({ requestId }: Platform, work: Promise<unknown>) =>
  work.catch((error: unknown) => logError("portal.card_not_moved", error, { requestId }));

/**
 * Logs a schedule whose phases carry a card of their own. We can't clear it: replacing the phases would lose
 * their discounts and taxes.
 */
export function reportCardInSchedule(
  { requestId }: Platform,
  { id, phases }: Stripe.SubscriptionSchedule,
): void {
  const hasOwn = phases.some(({ default_payment_method: own }) => own !== null);
  if (hasOwn) logError("portal.card_not_moved", new Error(`${id} has its own`), { requestId });
}
