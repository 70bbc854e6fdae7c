/** `StripeControl` over HTTP: JSON under `/_local`, separate from Stripe's `/v1`. */
import type { Hono } from "hono";
import * as v from "valibot";
import type { ServerEnv } from "../requests/router.ts";
import {
  DeliverySettingsInput,
  Dunning,
  Override,
  SeedSubscriptionInput,
  type StripeControl,
  UnknownIdError,
  WebhookEndpointInput,
} from "./control.ts";
import { FaultRule } from "./fault-injector.ts";

const NoBody = v.optional(v.unknown());
/** Names one customer; without it, a call is about all. */
const OneCustomer = { customer: v.optional(v.string()) };

export function registerControlApi(app: Hono<ServerEnv>, control: StripeControl): void {
  /** Adds `POST /_local/{name}` with a JSON body of `schema`; responds with `run`'s result or the status. */
  function command<S extends v.GenericSchema>(
    name: string,
    schema: S,
    run: (input: v.InferOutput<S>) => object | void | Promise<void>,
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
  command("delivery", DeliverySettingsInput, control.setDelivery);
  command("flush", NoBody, control.flush);
  command("settle", NoBody, control.waitForDeliveries);
  command("resend", v.strictObject({ event: v.string() }), ({ event }) => control.resend(event));
  command("faults", FaultRule, control.addFault);
  command("down", v.strictObject({ down: v.boolean() }), ({ down }) => control.setDown(down));
  command(
    "advance",
    v.strictObject({ seconds: v.pipe(v.number(), v.minValue(0)), ...OneCustomer }),
    ({ seconds, customer }) => ({ now: control.advance(seconds, customer) }),
  );
  command("decline-next", v.strictObject(OneCustomer), ({ customer }) =>
    control.declineNextCharge(customer),
  );
  command("decline", v.strictObject({ on: v.boolean(), ...OneCustomer }), ({ on, customer }) =>
    control.declineCharges(on, customer),
  );
  command("void", v.strictObject({ invoice: v.string() }), ({ invoice }) =>
    control.voidInvoice(invoice),
  );
  command("downgrade-at-once", v.strictObject({ customer: v.string() }), ({ customer }) =>
    control.downgradeAtOnce(customer),
  );
  command("dunning", Dunning, control.setDunning);
  command("seed-subscription", SeedSubscriptionInput, control.seedSubscription);
  command("override", Override, control.override);
  command("reset", NoBody, control.reset);
}

/** Undefined when `text` is not JSON; only `NoBody` accepts that. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
