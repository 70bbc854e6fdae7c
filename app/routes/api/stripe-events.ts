/**
 * What the product does on Stripe's events, besides the sync of plans: an entry `onEvent(type, handle)` each.
 * `setup:cloud` subscribes the endpoint to them (docs/recipes.md, "Handle an event of Stripe").
 */
import type { EventHandler } from "../../billing/stripe/stripe-objects.ts";

export const EVENT_HANDLERS: readonly EventHandler[] = [];
