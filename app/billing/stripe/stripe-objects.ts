/** Facts about Stripe shared by the product and the tools in ops/. */
import type Stripe from "stripe";
import type { Platform } from "~/platform/context.server";

/**
 * Events that can change a customer's subscription, or what is due for it. `setup:cloud` subscribes the
 * endpoint to exactly these.
 */
export const WEBHOOK_EVENTS = [
  "checkout.session.completed",
  // Credit notes and voided invoices change what is due for a plan, and not its status.
  "credit_note.created",
  "credit_note.voided",
  "invoice.payment_failed",
  "invoice.voided",
  "customer.deleted",
  "customer.subscription.created",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "customer.subscription.updated",
  "subscription_schedule.updated",
] as const satisfies readonly Stripe.Event["type"][];

type EventType = Stripe.Event["type"];
type EventOf<Type extends EventType> = Extract<Stripe.Event, { type: Type }>;

/** `handle` is a method, so that it may take the events of its type alone. */
export interface EventHandler {
  readonly type: EventType;
  handle(event: Stripe.Event, platform: Platform): Promise<void>;
}

/**
 * Handles events of `type`. The same event may arrive more than once, and does for three days (in test mode,
 * a few hours) if `handle` throws.
 */
export function onEvent<const Type extends EventType>(
  type: Type,
  handle: (event: EventOf<Type>, platform: Platform) => Promise<void>,
): EventHandler {
  return { type, handle };
}

/** All events that the site's endpoint gets. */
export function listEndpointEvents(handlers: readonly EventHandler[]): EventType[] {
  return [...new Set([...WEBHOOK_EVENTS, ...handlers.map(({ type }) => type)])];
}

/** The id of an object that Stripe references or, where asked to, includes. */
export function getId(reference: string | { readonly id: string }): string {
  return typeof reference === "string" ? reference : reference.id;
}

/** The included object; null for one that is only referenced. */
export function getExpanded<T extends object>(reference: string | T | null | undefined): T | null {
  return typeof reference === "object" ? reference : null;
}

/** The id of a price's product. */
export function getProductId({ product }: Stripe.Price): string {
  return getId(product);
}

/** Stripe's own origins: checkout, portal, script, frames and API. */
const STRIPE_ORIGINS = [
  "https://checkout.stripe.com",
  "https://billing.stripe.com",
  "https://js.stripe.com",
  "https://*.js.stripe.com",
  "https://hooks.stripe.com",
  "https://api.stripe.com",
];

/** The payment origins for the Content Security Policy: Stripe's, or the local Stripe's. */
export function getStripeOrigins(stripe: { apiUrl: string | undefined }): readonly string[] {
  return stripe.apiUrl ? [new URL(stripe.apiUrl).origin] : STRIPE_ORIGINS;
}
