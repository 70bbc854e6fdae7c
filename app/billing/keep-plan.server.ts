import type { Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { createBillingContext } from "./stripe/stripe.server";
import { syncCustomer } from "./sync/sync.server";

/**
 * Takes back a scheduled switch and a cancellation, so that the plan renews as it is, and syncs. Never throws: the page
 * that follows shows what Stripe has. Repeating it changes nothing.
 * Source: Stripe, "Release a subscription schedule"; "Update a subscription", `cancel_at`.
 */
export async function keepPlan(
  platform: Platform,
  { customer, subscription }: { readonly customer: string; readonly subscription: string },
): Promise<void> {
  try {
    const context = await createBillingContext(platform, "page");
    const { stripe } = context;
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
    await syncCustomer(context, customer);
  } catch (error) {
    logError("billing.keep_failed", error, { requestId: platform.requestId });
  }
}
