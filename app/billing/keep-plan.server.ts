import type { Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { createBillingContext } from "./stripe/stripe.server";

/**
 * Undoes a scheduled switch and a cancellation at Stripe, so that the plan renews as it is. Never throws;
 * false after a failure. Repeating it changes nothing. Source: Stripe, "Release a subscription schedule";
 * "Update a subscription", `cancel_at`.
 */
export async function keepPlan(platform: Platform, subscription: string): Promise<boolean> {
  try {
    const { stripe } = await createBillingContext(platform, "page");
    const {
      schedule,
      cancel_at: cancelAt,
      cancel_at_period_end: isFlagged,
    } = await stripe.subscriptions.retrieve(subscription);
    if (schedule) {
      await stripe.subscriptionSchedules.release(
        typeof schedule === "string" ? schedule : schedule.id,
      );
    }
    if (isFlagged) await stripe.subscriptions.update(subscription, { cancel_at_period_end: false });
    else if (cancelAt) await stripe.subscriptions.update(subscription, { cancel_at: "" });
    return true;
  } catch (error) {
    logError("billing.keep_failed", error, { requestId: platform.requestId });
    return false;
  }
}
