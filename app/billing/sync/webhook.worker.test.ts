import Stripe from "stripe";
import { describe, expect, test, vi } from "vitest";
import {
  callStripeControl,
  createSubscriber,
  isRecorded,
  openBilling,
  openRequest,
  readRow,
  shortenTimeouts,
  withFailingStripe,
} from "../../../tests/support/worker/billing";
import { type EventHandler, onEvent } from "../stripe/stripe-objects";
import { handleWebhook } from "./webhook.server";

const { platform, stripe } = openBilling();

const SECRET = "whsec_local";
const NEXT_SECRET = "whsec_next";

/** A platform during the rotation of its signing secret. */
const rotatingPlatform = {
  ...platform,
  config: {
    ...platform.config,
    stripe: { ...platform.config.stripe, webhookSecrets: [NEXT_SECRET, SECRET] },
  },
};

/** Signs `payload` as Stripe does, with a timestamp `ageSeconds` ago. */
function signWebhook(payload: string, secret: string, ageSeconds = 0): Promise<string> {
  const { webhooks } = new Stripe("sk_test_local");
  return webhooks.generateTestHeaderStringAsync({
    payload,
    secret,
    timestamp: Math.floor(Date.now() / 1000) - ageSeconds,
    cryptoProvider: Stripe.createSubtleCryptoProvider(),
  });
}

interface TestEvent {
  readonly id: string;
  readonly payload: string;
}

function createEvent(type: string, object: object, changes: object = {}): TestEvent {
  const id = `evt_${crypto.randomUUID()}`;
  const payload = JSON.stringify({
    id,
    object: "event",
    type,
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    data: { object },
    ...changes,
  });
  return { id, payload };
}

function createUpdate(customer: string, changes: object = {}): TestEvent {
  const object = { object: "subscription", id: "sub_x", customer, status: "past_due" };
  return createEvent("customer.subscription.updated", object, changes);
}

interface Delivery {
  readonly signature?: string;
  readonly headers?: Record<string, string>;
  readonly body?: BodyInit;
  readonly on?: typeof platform | typeof rotatingPlatform;
  readonly handlers?: readonly EventHandler[];
}

async function deliver({ payload }: TestEvent, delivery: Delivery = {}) {
  const request = new Request("http://localhost:8787/api/stripe-webhook", {
    method: "POST",
    body: delivery.body ?? payload,
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Stripe-Signature": delivery.signature ?? (await signWebhook(payload, SECRET)),
      ...delivery.headers,
    },
  });
  const response = await handleWebhook(request, delivery.on ?? platform, delivery.handlers ?? []);
  return { status: response.status, body: await response.json() };
}

describe("a webhook delivery", () => {
  test("writes Stripe's current state, not the event's snapshot", async () => {
    const { userId, customerId, subscriptionId } = await createSubscriber(platform);
    const event = createUpdate(customerId);
    expect(await deliver(event)).toEqual({ status: 200, body: { outcome: "applied" } });
    expect(await readRow(platform, userId)).toMatchObject({
      stripeCustomerId: customerId,
      stripeSubscriptionId: subscriptionId,
      stripeSubscriptionStatus: "active",
    });
    expect(await isRecorded(platform, event.id)).toBe(true);
  });

  test("is deduplicated without a call to Stripe", async () => {
    const { userId, customerId } = await createSubscriber(platform);
    const event = createUpdate(customerId);
    await deliver(event);
    const before = await readRow(platform, userId);
    const again = await deliver(event, { on: withFailingStripe(platform) });
    expect(again).toEqual({ status: 200, body: { outcome: "duplicate" } });
    expect(await readRow(platform, userId)).toEqual(before);
  });

  test("is applied once when it arrives twenty times concurrently", async () => {
    const { customerId } = await createSubscriber(platform);
    const event = createUpdate(customerId);
    const bodies = await Promise.all(
      Array.from({ length: 20 }, async () => {
        await using request = openRequest();
        return (await deliver(event, { on: request })).body;
      }),
    );
    const outcomes = bodies.map((body) => JSON.stringify(body)).toSorted();
    const duplicates = Array.from({ length: 19 }, () => '{"outcome":"duplicate"}');
    expect(outcomes).toEqual(['{"outcome":"applied"}', ...duplicates]);
  });

  test("fails while Stripe is down, and is applied on redelivery", async () => {
    const { userId, customerId } = await createSubscriber(platform);
    const event = createUpdate(customerId);
    await expect(deliver(event, { on: withFailingStripe(platform) })).rejects.toThrow();
    expect(await isRecorded(platform, event.id)).toBe(false);
    expect(await readRow(platform, userId)).toBeUndefined();
    expect(await deliver(event)).toMatchObject({ body: { outcome: "applied" } });
  });

  test.each(["invoice.paid", "charge.dispute.created", "charge.refunded", "refund.created"])(
    "of type %s is acknowledged without a call to Stripe: access depends on the subscription alone",
    async (type) => {
      const event = createEvent(type, { object: type.split(".")[0], id: "x", customer: "cus_x" });
      const offline = withFailingStripe(platform);
      expect(await deliver(event, { on: offline })).toEqual({
        status: 200,
        body: { outcome: "ignored" },
      });
      expect(await isRecorded(platform, event.id)).toBe(false);
    },
  );

  test.each([
    "credit_note.created",
    "credit_note.voided",
    "invoice.payment_failed",
    "invoice.voided",
  ])(
    "of type %s is synced: what is due changes with it, and the subscription sends no event",
    async (type) => {
      const { userId, customerId: customer } = await createSubscriber(platform);
      const event = createEvent(type, { object: type.split(".")[0], id: "x", customer });
      expect(await deliver(event)).toEqual({ status: 200, body: { outcome: "applied" } });
      expect(await readRow(platform, userId)).toMatchObject({ stripeCustomerId: customer });
    },
  );

  test("of a type that the product handles is handled, and again after a failure", async () => {
    const refund = createEvent("charge.refunded", { object: "charge", id: "ch_x", refunded: true });
    const seen: string[] = [];
    const handlers = [
      onEvent("charge.refunded", async ({ data }) => {
        seen.push(data.object.id);
        if (seen.length === 1) throw new Error("The database is away");
      }),
    ];
    await expect(deliver(refund, { handlers })).rejects.toThrow("The database is away");
    expect(await deliver(refund, { handlers })).toMatchObject({ body: { outcome: "applied" } });
    expect(seen).toEqual(["ch_x", "ch_x"]);
    const live = createEvent("charge.refunded", { object: "charge" }, { livemode: true });
    expect(await deliver(live, { handlers })).toMatchObject({ body: { outcome: "other_mode" } });
    expect(seen).toHaveLength(2);
  });

  test("that also changes a plan is handled, and synced", async () => {
    const { userId, customerId } = await createSubscriber(platform);
    const seen: string[] = [];
    const handlers = [
      onEvent("customer.subscription.updated", async ({ id }) => void seen.push(id)),
    ];
    const event = createUpdate(customerId);
    expect(await deliver(event, { handlers })).toMatchObject({ body: { outcome: "applied" } });
    expect(seen).toEqual([event.id]);
    expect(await readRow(platform, userId)).toMatchObject({ stripeCustomerId: customerId });
  });

  test("is synced although the product's handler throws, and handled again", async () => {
    const { userId, customerId } = await createSubscriber(platform);
    const handle = vi.fn().mockRejectedValueOnce(new Error("The table is gone"));
    const handlers = [onEvent("customer.subscription.updated", handle)];
    const event = createUpdate(customerId);
    await expect(deliver(event, { handlers })).rejects.toThrow("The table is gone");
    expect(await readRow(platform, userId)).toMatchObject({ stripeCustomerId: customerId });
    expect(await deliver(event, { handlers })).toMatchObject({ body: { outcome: "duplicate" } });
    expect(handle).toHaveBeenCalledTimes(2);
  });

  test("times out when Stripe does not respond", async () => {
    const { customerId } = await createSubscriber(platform);
    const path = `/v1/customers/${customerId}`;
    await callStripeControl(platform, "faults", { method: "GET", path, hangMs: 60_000, times: 5 });
    shortenTimeouts("webhook");
    const startedAt = Date.now();
    await expect(deliver(createUpdate(customerId))).rejects.toThrow();
    expect(Date.now() - startedAt).toBeLessThan(30_000);
  });

  test.each(["null", "[]", '"oops"', "3", "{}", "<html>"])(
    "fails when Stripe responds with %s",
    async (body) => {
      const { userId, customerId } = await createSubscriber(platform);
      const realFetch = globalThis.fetch;
      vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
        const isStripe = new Request(input, init).url.includes("/v1/");
        return isStripe ? new Response(body) : realFetch(input, init);
      });
      await expect(deliver(createUpdate(customerId))).rejects.toThrow();
      vi.restoreAllMocks();
      expect(await readRow(platform, userId)).toBeUndefined();
    },
  );

  test("about a customer without a user is acknowledged and not recorded", async () => {
    const stranger = await stripe.customers.create({ email: "stranger@example.com" });
    const gone = createEvent("customer.deleted", { object: "customer", id: "cus_unknown" });
    for (const event of [createUpdate(stranger.id), gone]) {
      expect(await deliver(event)).toEqual({ status: 200, body: { outcome: "unowned" } });
      expect(await isRecorded(platform, event.id)).toBe(false);
    }
  });

  test.each([
    ["live", "local"],
    ["test", "production"],
  ] as const)("from %s mode is ignored in %s", async (mode, environment) => {
    const event = createUpdate("cus_other", { livemode: mode === "live" });
    const on = { ...platform, config: { ...platform.config, environment } };
    expect(await deliver(event, { on })).toEqual({ status: 200, body: { outcome: "other_mode" } });
    expect(await isRecorded(platform, event.id)).toBe(false);
  });

  test("is accepted with spaces after the commas of its signature", async () => {
    const { customerId } = await createSubscriber(platform);
    const event = createUpdate(customerId);
    const signature = (await signWebhook(event.payload, SECRET)).replaceAll(",", ", ");
    expect(await deliver(event, { signature })).toMatchObject({ body: { outcome: "applied" } });
  });

  test.each([SECRET, NEXT_SECRET])(
    "is accepted with either secret during a rotation",
    async (secret) => {
      const { customerId } = await createSubscriber(platform);
      const event = createUpdate(customerId);
      const signature = await signWebhook(event.payload, secret);
      expect(await deliver(event, { signature, on: rotatingPlatform })).toMatchObject({
        body: { outcome: "applied" },
      });
    },
  );
});

/** An event of the payload style "thin". */
async function signThin(): Promise<Delivery> {
  const body = '{"id":"evt_v2","object":"v2.core.event"}';
  return { body, signature: await signWebhook(body, SECRET) };
}

describe("a webhook delivery is rejected without a side effect", () => {
  const sign = (event: TestEvent, age = 0) => signWebhook(event.payload, SECRET, age);

  test.each<[string, number, (event: TestEvent) => Promise<Delivery> | Delivery]>([
    ["unsigned", 400, () => ({ signature: "" })],
    [
      "signed with another secret",
      400,
      async ({ payload }) => ({ signature: await signWebhook(payload, "whsec_other") }),
    ],
    [
      "signed for another payload",
      400,
      async ({ payload }) => ({ signature: await signWebhook(`${payload} `, SECRET) }),
    ],
    [
      "signed more than five minutes ago",
      400,
      async (event) => ({ signature: await sign(event, 301) }),
    ],
    ["thin, without an object", 400, () => signThin()],
    ["signed with a mangled header", 400, () => ({ signature: "t=now,v1=zz" })],
    ["truncated", 400, async ({ payload }) => ({ body: payload.slice(0, -40) })],
    ["not JSON", 400, async () => ({ body: "{", signature: await signWebhook("{", SECRET) })],
    ["compressed", 415, () => ({ headers: { "Content-Encoding": "gzip" } })],
    ["too large", 413, () => ({ body: " ".repeat(513 * 1024) })],
  ])("when it is %s (%i)", async (_, status, createDelivery) => {
    const { userId, customerId } = await createSubscriber(platform);
    const event = createUpdate(customerId);
    expect(await deliver(event, await createDelivery(event))).toMatchObject({ status });
    expect(await isRecorded(platform, event.id)).toBe(false);
    expect(await readRow(platform, userId)).toBeUndefined();
  });
});
