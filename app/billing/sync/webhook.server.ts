import Stripe from "stripe";
import * as v from "valibot";
import { failure, type Result } from "~/http/app-error";
import { readJsonBody } from "~/http/read-body.server";
import type { Platform } from "~/platform/context.server";
import { logInfo } from "~/platform/log.server";
import { createBillingContext } from "../stripe/stripe.server";
import { parseEvent } from "../stripe/stripe-event.server";
import type { EventHandler } from "../stripe/stripe-objects";
import { syncCustomer } from "./sync.server";
import { nextSyncVersion } from "./sync-version.server";

/** Stripe's events are a few KB. */
const MAX_BODY_BYTES = 512 * 1024;

/**
 * Handles one delivery. 200: applied or ignored. 4xx: rejected without a side effect. A thrown error becomes
 * a 500, so that Stripe retries. An event is recorded in the same statement as its effect.
 */
export async function handleWebhook(
  request: Request,
  platform: Platform,
  handlers: readonly EventHandler[],
): Promise<Response> {
  const { config, requestId } = platform;
  const body = await readJsonBody(request, MAX_BODY_BYTES);
  if (!body.ok) return respond(body.error.status, body.error.code);
  // A proxy may add spaces after its commas, which the SDK does not skip.
  const signature = request.headers.get("Stripe-Signature")?.replaceAll(" ", "") ?? "";
  const verified = await verifyWebhook(body.value, signature, config.stripe.webhookSecrets);
  if (!verified.ok) {
    logInfo("webhook.rejected", { requestId, reason: verified.error });
    return respond(400, "bad_signature");
  }
  // Accept event types that are not handled: Stripe disables an endpoint that keeps rejecting events.
  if (!v.is(anyEvent, verified.value)) return respond(200, "ignored");
  const { id: stripeEventId, type, livemode } = verified.value;
  if (livemode !== (config.environment === "production")) {
    logInfo("webhook.other_mode", { requestId, stripeEventId });
    return respond(200, "other_mode");
  }
  const synced = await syncEvent(platform, verified.value);
  // After the sync, so a throwing handler does not block it.
  const handling = handlers.filter((handler) => handler.type === type);
  for (const handler of handling) await handler.handle(verified.value, platform);
  return respond(200, synced ?? (handling.length > 0 ? "applied" : "ignored"));
}

/** Syncs the customer of an event about a plan; undefined for any other event. */
async function syncEvent(platform: Platform, received: Stripe.Event): Promise<string | undefined> {
  const event = parseEvent(received);
  if (!event) return undefined;
  const context = await createBillingContext(platform, "webhook");
  const version = await nextSyncVersion(context.database, event.customerId, event.id);
  // A recorded event is answered without a call to Stripe. Writing deduplicates concurrent deliveries.
  const outcome = version.isRecorded
    ? "duplicate"
    : (await syncCustomer(context, version, [event])).outcome;
  const { requestId } = platform;
  logInfo("webhook.applied", { requestId, stripeEventId: event.id, type: event.type, outcome });
  return outcome;
}

function respond(status: number, outcome: string): Response {
  return Response.json({ outcome }, { status });
}

const anyEvent = v.looseObject({ id: v.string(), type: v.string(), livemode: v.boolean() });

const subtleCrypto = Stripe.createSubtleCryptoProvider();

/** Maximum age of a signature. Source: Stripe, "Webhook signatures". */
const TOLERANCE_S = 300;

/**
 * Verifies a delivery: its event, or the SDK's reason why it is rejected. Tries each secret, so that one can
 * be rotated without losing a delivery.
 */
async function verifyWebhook(
  payload: string,
  header: string,
  secrets: readonly string[],
): Promise<Result<Stripe.Event, string | undefined>> {
  let reason: string | undefined;
  for (const secret of secrets) {
    try {
      const value = await Stripe.webhooks.constructEventAsync(
        payload,
        header,
        secret,
        TOLERANCE_S,
        subtleCrypto,
      );
      return { ok: true, value };
    } catch (error) {
      [reason] = String(error).split("\n");
    }
  }
  return failure(reason);
}
