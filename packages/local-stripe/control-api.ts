/** The switches over HTTP: JSON under `/_local`, never under `/v1`. */
import type { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import * as v from "valibot";
import type { ServerEnv } from "./api/router.ts";
import { DeliveryOrder, Dunning, EndpointOrder, SeedOrder, type StripeControl } from "./control.ts";
import { FaultRule } from "./faults.ts";

const Nothing = v.optional(v.unknown());

export function registerControlApi(app: Hono<ServerEnv>, control: StripeControl): void {
  /** One switch: `POST /_local/{name}` with the JSON of `schema`; answers what `turn` returns. */
  function command<S extends v.GenericSchema>(
    name: string,
    schema: S,
    turn: (order: v.InferOutput<S>) => object | undefined | Promise<object | undefined>,
  ): void {
    app.post(`/_local/${name}`, async (context) => {
      const text = await context.req.text();
      const order = v.safeParse(schema, text === "" ? undefined : parseJson(text));
      if (!order.success) {
        return context.json({ error: v.flatten(order.issues) }, 400);
      }
      return context.json((await turn(order.output)) ?? control.status());
    });
  }

  app.get("/_local/status", (context) => context.json(control.status()));
  app.get("/_local/deliveries", (context) => context.json(control.deliveries()));
  app.get("/_local/events", (context) =>
    context.json(control.events().map(({ id, type, created }) => ({ id, type, created }))),
  );

  command("webhook-endpoints", EndpointOrder, (order) => ({
    id: control.addWebhookEndpoint(order),
  }));
  command("delivery", DeliveryOrder, (order) => {
    control.setDelivery(order);
    return undefined;
  });
  command("flush", Nothing, async () => {
    await control.flush();
    return undefined;
  });
  command("settle", Nothing, async () => {
    await control.settled();
    return undefined;
  });
  command("resend", v.strictObject({ event: v.string() }), async ({ event }) => {
    if (!control.events().some(({ id }) => id === event)) {
      throw new HTTPException(404, { message: "No such event" });
    }
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
    (order) => ({ now: control.advance(order.seconds, order.customer) }),
  );
  command("decline-next", v.strictObject({ customer: v.optional(v.string()) }), (order) => {
    control.declineNextRenewal(order.customer);
    return undefined;
  });
  command(
    "decline",
    v.strictObject({ on: v.boolean(), customer: v.optional(v.string()) }),
    (order) => {
      control.declineRenewals(order.on, order.customer);
      return undefined;
    },
  );
  command("dunning", Dunning, (order) => {
    control.setDunning(order);
    return undefined;
  });
  command("seed-subscription", SeedOrder, (order) => control.seedSubscription(order));
  command("reset", Nothing, () => {
    control.reset();
    return undefined;
  });
}

/** Undefined, which no schema but `Nothing` takes, when `text` is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
