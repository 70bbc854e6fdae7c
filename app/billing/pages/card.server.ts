/**
 * The card of a plan, which Stripe stores in several places: before and after the portal asks for a new one.
 */
import type Stripe from "stripe";
import type { Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";

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
 * Keeps a new card through a scheduled switch: the schedule may store the old one, and sets it when the next
 * phase starts. In the background: it is a call more than a return waits for.
 */
export function keepCardInSchedule(
  { requestId, waitUntil }: Platform,
  stripe: Stripe,
  { id, default_settings: settings, phases }: Stripe.SubscriptionSchedule,
  card: string,
): void {
  const hasOwn = phases.some(({ default_payment_method: own }) => own !== null);
  if (!hasOwn && settings.default_payment_method === null) return;
  const keeping = stripe.subscriptionSchedules.update(id, {
    default_settings: { default_payment_method: card },
    // Phases are replaced as a whole; one without a card takes that of the schedule.
    ...(hasOwn && { phases: phases.map(toPhaseParams) }),
  });
  waitUntil(
    keeping.catch((error: unknown) => logError("portal.card_not_moved", error, { requestId })),
  );
}

/** A phase as the portal makes it, without its card. */
function toPhaseParams({
  start_date,
  end_date,
  trial_end,
  proration_behavior,
  items,
  metadata,
}: Stripe.SubscriptionSchedule.Phase): Stripe.SubscriptionScheduleUpdateParams.Phase {
  return {
    start_date,
    end_date,
    proration_behavior,
    ...(trial_end !== null && { trial_end }),
    ...(metadata && { metadata }),
    items: items.map(({ price, quantity }) => ({
      price: typeof price === "string" ? price : price.id,
      ...(quantity !== undefined && { quantity }),
    })),
  };
}
