/** The fields of a Stripe event that are used: its identity and its customer. Everything else is read from the API. */
import * as v from "valibot";
import { WEBHOOK_EVENTS } from "./stripe-objects";

const reference = v.union([
  v.string(),
  v.pipe(
    v.object({ id: v.string() }),
    v.transform(({ id }) => id),
  ),
]);

const eventSchema = v.object({
  id: v.pipe(v.string(), v.startsWith("evt_"), v.maxLength(255)),
  type: v.string(),
  created: v.pipe(v.number(), v.integer()),
  livemode: v.boolean(),
  data: v.object({
    object: v.variant("object", [
      v.object({ object: v.literal("customer"), id: v.string() }),
      v.object({ object: v.literal("subscription"), customer: reference }),
      v.object({ object: v.literal("subscription_schedule"), customer: reference }),
      v.object({ object: v.literal("checkout.session"), customer: v.nullish(reference) }),
    ]),
  }),
});

export interface StripeEvent {
  readonly id: string;
  readonly type: string;
  /** Epoch seconds. */
  readonly created: number;
  readonly livemode: boolean;
  /** Undefined for an event type that cannot change a subscription. */
  readonly customerId: string | undefined;
}

/** Parses an event from a webhook or the event list; undefined for an unsupported object type. */
export function parseEvent(value: unknown): StripeEvent | undefined {
  const parsed = v.safeParse(eventSchema, value);
  if (!parsed.success) return undefined;
  const { data, ...event } = parsed.output;
  const { object } = data;
  const isRelevant = WEBHOOK_EVENTS.some((type) => type === event.type);
  const customerId = object.object === "customer" ? object.id : (object.customer ?? undefined);
  return { ...event, customerId: isRelevant ? customerId : undefined };
}
