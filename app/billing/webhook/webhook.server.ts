import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { stripeEvents } from "#drizzle/schema";
import type { Platform } from "~/platform/context.server";
import { logInfo } from "~/platform/log.server";
import { readJsonBody } from "~/platform/read-body.server";
import { createStripe } from "../stripe/stripe.server";
import { parseEvent, type StripeEvent } from "../stripe/stripe-event.server";
import { type SyncResult, syncCustomer } from "../sync/sync.server";
import { verifyWebhook } from "./webhook-signature.server";

/** Stripe's events are a few KB; anything near this is not one. */
const MAX_BODY_BYTES = 512 * 1024;

/**
 * Applies one delivery. 200 means done or not ours; 4xx means refused and nothing touched; a throw
 * becomes a 500, so that Stripe delivers again. Nothing is marked as applied before it is committed.
 */
export async function handleWebhook(request: Request, platform: Platform): Promise<Response> {
  const { config, requestId } = platform;
  const body = await readJsonBody(request, MAX_BODY_BYTES);
  if (!body.ok) return answer(body.status, body.problem);
  const stripe = createStripe(config.stripe, "webhook");
  const signature = request.headers.get("Stripe-Signature");
  const verified = await verifyWebhook(stripe, body.text, signature, config.stripe.webhookSecrets);
  if (!verified.ok) {
    logInfo("webhook.refused", { requestId, reason: verified.reason });
    return answer(400, "bad_signature");
  }
  // Stripe sent it, so an event of another kind is not refused: refusals make it disable the endpoint.
  const event = parseEvent(verified.event);
  if (!event) return answer(200, "ignored");
  if (event.livemode !== (config.environment === "production")) {
    logInfo("webhook.other_mode", { requestId, stripeEventId: event.id });
    return answer(200, "other_mode");
  }
  if (!event.customerId) return answer(200, "ignored");
  const outcome = await apply(platform, stripe, event.customerId, event);
  const { id: stripeEventId, type } = event;
  logInfo("webhook.applied", { requestId, stripeEventId, type, outcome });
  return answer(200, outcome);
}

/** A known event costs no call to Stripe; two at the same time are told apart when they are written. */
async function apply(
  platform: Platform,
  stripe: Stripe,
  customerId: string,
  event: StripeEvent,
): Promise<SyncResult["outcome"]> {
  const database = await platform.database.get();
  const [applied] = await database
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(eq(stripeEvents.id, event.id));
  if (applied) return "duplicate";
  const { config, requestId } = platform;
  const tools = { database, stripe, catalogue: config.stripe, requestId };
  const { outcome } = await syncCustomer(tools, customerId, [event]);
  return outcome;
}

function answer(status: number, outcome: string): Response {
  return Response.json({ outcome }, { status });
}
