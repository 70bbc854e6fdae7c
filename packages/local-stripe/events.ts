/** Webhook events, typed by the SDK. */
import Stripe from "stripe";
import type { Clock } from "./clock.ts";
import type { EventRecord } from "./records.ts";
import { restoreUnused } from "./requests/unused-parameters.ts";
import type { Store } from "./store.ts";

type EmittedType =
  | "charge.refunded"
  | "charge.succeeded"
  | "checkout.session.completed"
  | "checkout.session.expired"
  | "customer.created"
  | "customer.deleted"
  | "customer.updated"
  | "customer.subscription.created"
  | "customer.subscription.deleted"
  | "customer.subscription.trial_will_end"
  | "customer.subscription.updated"
  | "invoice.created"
  | "invoice.finalized"
  | "invoice.paid"
  | "invoice.payment_failed"
  | "invoice.payment_succeeded"
  | "invoice.voided"
  | "payment_intent.succeeded"
  | "payment_method.attached"
  | "refund.created"
  | "subscription_schedule.updated";

type EmittedEvent = Extract<Stripe.Event, { type: EmittedType }>;
type ContentOf<E> = E extends Stripe.Event ? { type: E["type"]; data: E["data"] } : never;

/** An event's type and data, before it is recorded. */
export type NewEvent = ContentOf<EmittedEvent>;

/** An event's `request`: the API request that caused it. */
export interface EventRequest {
  id: string;
  idempotency_key: string | null;
}

/** Creates the record of an event, dated now. */
export function createEvent(
  account: {
    readonly store: Store;
    readonly clock: Clock;
    readonly currentRequest: EventRequest | null;
  },
  newEvent: NewEvent,
  pendingWebhooks: number,
): EventRecord {
  const event: EmittedEvent = {
    ...newEvent,
    id: account.store.newId("evt_1"),
    object: "event",
    api_version: Stripe.API_VERSION,
    created: account.clock.eventTime(),
    livemode: false,
    pending_webhooks: pendingWebhooks,
    request: account.currentRequest ?? { id: null, idempotency_key: null },
  };
  // Stripe sends indented JSON, so signatures only verify against the raw body.
  const restored = restoreUnused(account.store, JSON.parse(JSON.stringify(event)));
  const body = JSON.stringify(restored, null, 2);
  return { id: event.id, created: event.created, type: event.type, body };
}

/** The attributes of `before` whose values differ in `after`. */
export function getPreviousAttributes<T extends object>(before: T, after: T): Partial<T> {
  const previous: Partial<T> = {};
  for (const name in before) {
    if (JSON.stringify(before[name]) !== JSON.stringify(after[name])) previous[name] = before[name];
  }
  return previous;
}
