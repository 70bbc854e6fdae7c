import { eq } from "drizzle-orm";
import Stripe from "stripe";
import { stripeEvents } from "#drizzle/schema";
import type { Platform } from "~/platform/context.server.ts";
import { logInfo } from "~/platform/log.server.ts";
import { createStripe } from "./stripe.server.ts";
import { syncCustomer } from "./sync.server.ts";

/** Events that can change what a customer has; `setup:cloud` subscribes to exactly these. */
export const WEBHOOK_EVENTS = [
  "checkout.session.completed",
  "customer.deleted",
  "customer.subscription.created",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "customer.subscription.updated",
] as const satisfies readonly Stripe.Event["type"][];

/** Stripe's events are a few KB; anything near this is not one. */
const MAX_BODY_BYTES = 512 * 1024;
/** Signatures may be this old, or this far ahead of our clock. Source: Stripe, "Webhook signatures". */
const TOLERANCE_S = 300;

const subtleCrypto = Stripe.createSubtleCryptoProvider();

/**
 * Applies one delivery. 200 means done or not ours; 4xx means refused and nothing touched; a throw
 * becomes a 500, so that Stripe delivers again. Nothing is marked as applied before it is committed.
 */
export async function handleWebhook(request: Request, platform: Platform): Promise<Response> {
  const payload = await readBounded(request);
  if (payload === undefined) return answer(413, "too_large");
  const stripe = createStripe(platform.config.stripe);
  const event = await verify(stripe, payload, request.headers.get("Stripe-Signature"), platform);
  if (!event) return answer(400, "bad_signature");
  if (event.livemode !== (platform.config.environment === "production"))
    return answer(200, "other_mode");

  const customerId = customerOf(event);
  if (!customerId) return answer(200, "ignored");
  const database = await platform.database.get();
  const [applied] = await database
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(eq(stripeEvents.id, event.id));
  if (applied) return answer(200, "duplicate");
  await syncCustomer(database, stripe, customerId, event);
  return answer(200, "applied");
}

function answer(status: number, outcome: string): Response {
  return Response.json({ outcome }, { status });
}

async function readBounded(request: Request): Promise<string | undefined> {
  if (Number(request.headers.get("Content-Length") ?? 0) > MAX_BODY_BYTES) return undefined;
  const text = await request.text();
  return text.length > MAX_BODY_BYTES ? undefined : text;
}

/** Tries each secret, so that one can be rotated without losing a delivery. */
async function verify(
  stripe: Stripe,
  payload: string,
  signature: string | null,
  { config, requestId }: Platform,
): Promise<Stripe.Event | undefined> {
  let lastError: unknown;
  for (const secret of config.stripe.webhookSecrets) {
    try {
      return await stripe.webhooks.constructEventAsync(
        payload,
        signature ?? "",
        secret,
        TOLERANCE_S,
        subtleCrypto,
      );
    } catch (error) {
      lastError = error;
    }
  }
  const reason = lastError instanceof Error ? lastError.message.split("\n")[0] : "no secret";
  logInfo("webhook.refused", { requestId, reason });
  return undefined;
}

function customerOf(event: Stripe.Event): string | undefined {
  if (!WEBHOOK_EVENTS.some((type) => type === event.type)) return undefined;
  const { object } = event.data;
  if (object.object === "customer") return object.id;
  if (!("customer" in object) || !object.customer) return undefined;
  return typeof object.customer === "string" ? object.customer : object.customer.id;
}
