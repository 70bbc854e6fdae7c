import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import * as v from "valibot";
import { stripeEvents } from "#drizzle/schema";
import type { Platform } from "~/platform/context.server";
import { logInfo } from "~/platform/log.server";
import { readJsonBody } from "~/platform/read-body.server";
import { createStripe } from "./stripe.server";
import { type AppliedEvent, syncCustomer } from "./sync.server";
import { WEBHOOK_EVENTS } from "./webhook-events";
import { verifyWebhook } from "./webhook-signature.server";

/** Stripe's events are a few KB; anything near this is not one. */
const MAX_BODY_BYTES = 512 * 1024;

const reference = v.union([v.string(), v.pipe(v.object({ id: v.string() }), v.transform(idOf))]);

/** The little of an event that is used: which one it is, and whose. The rest is read from Stripe. */
const eventSchema = v.object({
  id: v.pipe(v.string(), v.startsWith("evt_"), v.maxLength(255)),
  type: v.string(),
  created: v.pipe(v.number(), v.integer()),
  livemode: v.boolean(),
  data: v.object({
    object: v.variant("object", [
      v.object({ object: v.literal("customer"), id: v.string() }),
      v.object({ object: v.literal("subscription"), customer: reference }),
      v.object({ object: v.literal("checkout.session"), customer: v.nullish(reference) }),
    ]),
  }),
});
type WebhookEvent = v.InferOutput<typeof eventSchema>;

/**
 * Applies one delivery. 200 means done or not ours; 4xx means refused and nothing touched; a throw
 * becomes a 500, so that Stripe delivers again. Nothing is marked as applied before it is committed.
 */
export async function handleWebhook(request: Request, platform: Platform): Promise<Response> {
  const { config, requestId } = platform;
  const body = await readJsonBody(request, MAX_BODY_BYTES);
  if (!body.ok) return answer(body.status, body.problem);
  const stripe = createStripe(config.stripe);
  const signature = request.headers.get("Stripe-Signature");
  const verified = await verifyWebhook(stripe, body.text, signature, config.stripe.webhookSecrets);
  if (!verified.ok) {
    logInfo("webhook.refused", { requestId, reason: verified.reason });
    return answer(400, "bad_signature");
  }
  // Stripe sent it, so an event of another kind is not refused: refusals make it disable the endpoint.
  const event = v.safeParse(eventSchema, verified.event);
  if (!event.success) return answer(200, "ignored");
  if (event.output.livemode !== (config.environment === "production")) {
    logInfo("webhook.other_mode", { requestId, event: event.output.id });
    return answer(200, "other_mode");
  }
  const customerId = customerOf(event.output);
  if (!customerId) return answer(200, "ignored");
  const outcome = await apply(platform, stripe, customerId, event.output);
  const { id, type } = event.output;
  logInfo("webhook.applied", { requestId, event: id, type, outcome });
  return answer(200, outcome);
}

/** A known event costs no call to Stripe; two at the same time are told apart when they are written. */
async function apply(
  platform: Platform,
  stripe: Stripe,
  customerId: string,
  event: AppliedEvent,
): Promise<string> {
  const database = await platform.database.get();
  const [applied] = await database
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(eq(stripeEvents.id, event.id));
  if (applied) return "duplicate";
  const { outcome } = await syncCustomer(database, stripe, customerId, event);
  return outcome;
}

function answer(status: number, outcome: string): Response {
  return Response.json({ outcome }, { status });
}

function customerOf(event: WebhookEvent): string | undefined {
  if (!WEBHOOK_EVENTS.some((type) => type === event.type)) return undefined;
  const subject = event.data.object;
  return subject.object === "customer" ? subject.id : (subject.customer ?? undefined);
}

function idOf({ id }: { id: string }): string {
  return id;
}
