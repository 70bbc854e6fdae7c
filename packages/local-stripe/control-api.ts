/** `StripeControl` over HTTP: JSON under `/_local`, separate from Stripe's `/v1`. */
import type { Hono } from "hono";
import * as v from "valibot";
import type { ServerEnv } from "./api/router.ts";
import {
  DeliverySettingsInput,
  Dunning,
  SeedSubscriptionInput,
  type StripeControl,
  UnknownIdError,
  WebhookEndpointInput,
} from "./control.ts";
import { FaultRule } from "./fault-injector.ts";

const NoBody = v.optional(v.unknown());

export function registerControlApi(app: Hono<ServerEnv>, control: StripeControl): void {
  /** Adds `POST /_local/{name}` with a JSON body of `schema`; responds with `run`'s result or the status. */
  function command<S extends v.GenericSchema>(
    name: string,
    schema: S,
    run: (input: v.InferOutput<S>) => object | undefined | Promise<object | undefined>,
  ): void {
    app.post(`/_local/${name}`, async (context) => {
      const text = await context.req.text();
      const input = v.safeParse(schema, text === "" ? undefined : parseJson(text));
      if (!input.success) {
        return context.json({ error: v.flatten(input.issues) }, 400);
      }
      try {
        return context.json((await run(input.output)) ?? control.status());
      } catch (error) {
        if (error instanceof UnknownIdError) return context.json({ error: error.message }, 404);
        throw error;
      }
    });
  }

  app.get("/_local/status", (context) => context.json(control.status()));
  app.get("/_local/deliveries", (context) => context.json(control.deliveries()));
  app.get("/_local/events", (context) =>
    context.json(control.events().map(({ id, type, created }) => ({ id, type, created }))),
  );

  command("webhook-endpoints", WebhookEndpointInput, (input) => ({
    id: control.addWebhookEndpoint(input),
  }));
  command("delivery", DeliverySettingsInput, (input) => {
    control.setDelivery(input);
    return undefined;
  });
  command("flush", NoBody, async () => {
    await control.flush();
    return undefined;
  });
  command("settle", NoBody, async () => {
    await control.waitForDeliveries();
    return undefined;
  });
  command("resend", v.strictObject({ event: v.string() }), async ({ event }) => {
    await control.resend(event);
    return undefined;
  });
  command("faults", FaultRule, (rule) => {
    control.addFault(rule);
    return undefined;
  });
  command("down", v.strictObject({ down: v.boolean() }), ({ down }) => {
    control.setDown(down);
    return undefined;
  });
  command(
    "advance",
    v.strictObject({
      seconds: v.pipe(v.number(), v.minValue(0)),
      customer: v.optional(v.string()),
    }),
    ({ seconds, customer }) => ({ now: control.advance(seconds, customer) }),
  );
  command("decline-next", v.strictObject({ customer: v.optional(v.string()) }), ({ customer }) => {
    control.declineNextCharge(customer);
    return undefined;
  });
  command(
    "decline",
    v.strictObject({ on: v.boolean(), customer: v.optional(v.string()) }),
    ({ on, customer }) => {
      control.declineCharges(on, customer);
      return undefined;
    },
  );
  command("dunning", Dunning, (input) => {
    control.setDunning(input);
    return undefined;
  });
  command("seed-subscription", SeedSubscriptionInput, (input) => control.seedSubscription(input));
  command("reset", NoBody, () => {
    control.reset();
    return undefined;
  });
}

/** Undefined when `text` is not JSON; only `NoBody` accepts that. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
