/**
 * The fields of a Stripe event that are used: its identity and whose it is. Everything else is read from the
 * API.
 */
import * as v from "valibot";
import { WEBHOOK_EVENTS } from "./stripe-objects";

const reference = v.union([
  v.string(),
  v.pipe(
    v.object({ id: v.string() }),
    v.transform(({ id }) => id),
  ),
]);

/** Our checkout writes the user there. */
const metadata = v.fallback(v.object({ userId: v.optional(v.pipe(v.string(), v.uuid())) }), {});

const eventSchema = v.object({
  id: v.pipe(v.string(), v.startsWith("evt_"), v.maxLength(255)),
  type: v.string(),
  /** Epoch seconds. */
  created: v.pipe(v.number(), v.integer()),
  livemode: v.boolean(),
  data: v.object({
    object: v.variant("object", [
      v.object({ object: v.literal("customer"), id: v.string(), metadata }),
      v.object({ object: v.literal("subscription"), customer: reference, metadata }),
      v.object({ object: v.literal("subscription_schedule"), customer: reference, metadata }),
      v.object({
        object: v.picklist(["checkout.session", "credit_note", "invoice"]),
        customer: v.nullish(reference),
        metadata,
      }),
    ]),
  }),
});

export type StripeEvent = Readonly<NonNullable<ReturnType<typeof parseEvent>>>;

/**
 * Parses an event from a webhook or the event list; undefined for an unsupported object type. `customerId` is
 * undefined for an event type that cannot change a subscription, `userId` for an object of another product.
 */
export function parseEvent(value: unknown) {
  const parsed = v.safeParse(eventSchema, value);
  if (!parsed.success) return undefined;
  const { data, ...event } = parsed.output;
  const { object } = data;
  const isRelevant = WEBHOOK_EVENTS.some((type) => type === event.type);
  const customerId = object.object === "customer" ? object.id : (object.customer ?? undefined);
  const { userId } = object.metadata;
  return { ...event, userId, customerId: isRelevant ? customerId : undefined };
}
