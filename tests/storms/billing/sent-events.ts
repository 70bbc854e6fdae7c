/** The relevant events that the local Stripe has sent. */
import { WEBHOOK_EVENTS } from "../../../app/billing/stripe/stripe-objects.ts";

interface EventSource {
  events(): Iterable<{ readonly id: string; readonly type: string }>;
}

/** Adds the ids of relevant events to `ids`, before the local Stripe drops the oldest. */
export function collectEvents(
  { control }: { readonly control: EventSource },
  ids: Set<string>,
): void {
  for (const { id, type } of control.events()) {
    if (isRelevant(type)) ids.add(id);
  }
}

/** True for event types that the product handles. */
function isRelevant(type: string): boolean {
  return WEBHOOK_EVENTS.some((relevant) => relevant === type);
}
