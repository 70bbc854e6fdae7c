/** The events that the local Stripe has sent, as far as the product acts on them. */
import { WEBHOOK_EVENTS } from "../../../app/billing/stripe/stripe-objects.ts";

interface EventSource {
  events(): Iterable<{ readonly id: string; readonly type: string }>;
}

/** Adds the ids of the events that matter to `ids`, before Stripe forgets the oldest. */
export function collectEvents(
  { control }: { readonly control: EventSource },
  ids: Set<string>,
): void {
  for (const { id, type } of control.events()) {
    if (isRelevant(type)) ids.add(id);
  }
}

/** True for events that the product acts on. */
export function isRelevant(type: string): boolean {
  return WEBHOOK_EVENTS.some((relevant) => relevant === type);
}
