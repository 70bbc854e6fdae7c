/**
 * The fields of a Stripe event that are used: its identity and whose it is. Everything else is read from the
 * API.
 */
import * as v from "valibot";
import { WEBHOOK_EVENTS } from "./stripe-objects";

/** Our checkout writes the user there. */
const metadata = v.fallback(v.object({ userId: v.optional(v.pipe(v.string(), v.uuid())) }), {});

const eventSchema = v.object({
  id: v.pipe(v.string(), v.startsWith("evt_"), v.maxLength(255)),
  type: v.pipe(
    v.string(),
    v.check((type) => WEBHOOK_EVENTS.some((relevant) => relevant === type)),
  ),
  /** Epoch seconds. */
  created: v.pipe(v.number(), v.integer()),
  livemode: v.boolean(),
  data: v.object({
    object: v.variant("object", [
      v.object({ object: v.literal("customer"), id: v.string(), metadata }),
      v.object({
        object: v.picklist([
          "checkout.session",
          "credit_note",
          "invoice",
          "subscription",
          "subscription_schedule",
        ]),
        customer: v.string(),
        metadata,
      }),
    ]),
  }),
});

export type StripeEvent = Readonly<NonNullable<ReturnType<typeof parseEvent>>>;

/**
 * Parses an event from a webhook or the event list; undefined for one that cannot change a customer's
 * subscription. `userId` is undefined for an object of another product.
 */
export function parseEvent(value: unknown) {
  const parsed = v.safeParse(eventSchema, value);
  if (!parsed.success) return undefined;
  const { data, ...event } = parsed.output;
  const { object } = data;
  const customerId = object.object === "customer" ? object.id : object.customer;
  return { ...event, userId: object.metadata.userId, customerId };
}
