/** The little of a Stripe event that is used: which one it is, and whose. The rest is read from Stripe. */
import * as v from "valibot";
import { WEBHOOK_EVENTS } from "./stripe-objects";

const reference = v.union([v.string(), v.pipe(v.object({ id: v.string() }), v.transform(idOf))]);

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
  /** Undefined for an event that changes nothing a customer has. */
  readonly customerId: string | undefined;
}

/** Reads an event as Stripe sends and lists it; undefined when it is of a kind that is not looked at. */
export function parseEvent(value: unknown): StripeEvent | undefined {
  const parsed = v.safeParse(eventSchema, value);
  if (!parsed.success) return undefined;
  const { data, ...event } = parsed.output;
  const subject = data.object;
  const isOurs = WEBHOOK_EVENTS.some((type) => type === event.type);
  const customer = subject.object === "customer" ? subject.id : (subject.customer ?? undefined);
  return { ...event, customerId: isOurs ? customer : undefined };
}

function idOf({ id }: { id: string }): string {
  return id;
}
