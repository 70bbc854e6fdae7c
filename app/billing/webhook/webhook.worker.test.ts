import { afterAll, describe, expect, test, vi } from "vitest";
import {
  callStripeControl,
  createSubscriber,
  isRecorded,
  openRequest,
  readRow,
  withFailingStripe,
} from "../../../tests/support/billing-world";
import { signWebhook } from "../../../tests/support/worker-world";
import { createStripe } from "../stripe/stripe.server";
import { handleWebhook } from "./webhook.server";

const platform = openRequest();
const stripe = createStripe(platform.config.stripe);
afterAll(() => platform.database.close());

const SECRET = "whsec_local";
const NEXT_SECRET = "whsec_next";

/** A platform in the middle of a rotation of its signing secret. */
const rotating = {
  ...platform,
  config: {
    ...platform.config,
    stripe: { ...platform.config.stripe, webhookSecrets: [NEXT_SECRET, SECRET] },
  },
};

interface TestEvent {
  readonly id: string;
  readonly payload: string;
}

function eventOf(type: string, object: object, changes: object = {}): TestEvent {
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

function updated(customer: string, changes: object = {}): TestEvent {
  const object = { object: "subscription", id: "sub_x", customer, status: "past_due" };
  return eventOf("customer.subscription.updated", object, changes);
}

interface Delivery {
  readonly signature?: string;
  readonly headers?: Record<string, string>;
  readonly body?: BodyInit;
  readonly at?: typeof platform | typeof rotating;
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
  const response = await handleWebhook(request, delivery.at ?? platform);
  return { status: response.status, body: await response.json() };
}

describe("a webhook delivery", () => {
  test("makes the row say what Stripe says, not what the event says", async () => {
    const { userId, customerId, subscriptionId } = await createSubscriber(platform);
    const event = updated(customerId);
    expect(await deliver(event)).toEqual({ status: 200, body: { outcome: "applied" } });
    expect(await readRow(platform, userId)).toMatchObject({
      stripeCustomerId: customerId,
      stripeSubscriptionId: subscriptionId,
      stripeSubscriptionStatus: "active",
    });
    expect(await isRecorded(platform, event.id)).toBe(true);
  });

  test("leaves one line with the event, its type and what became of it", async () => {
    const { customerId } = await createSubscriber(platform);
    const event = updated(customerId);
    const lines = vi.spyOn(console, "log").mockImplementation(() => {});
    await deliver(event);
    const logged = lines.mock.calls.map(([line]): unknown => JSON.parse(String(line)));
    lines.mockRestore();
    expect(logged).toContainEqual({
      level: "info",
      event: "webhook.applied",
      requestId: platform.requestId,
      stripeEventId: event.id,
      type: "customer.subscription.updated",
      outcome: "applied",
    });
  });

  test("that comes again is recognised without asking Stripe", async () => {
    const { userId, customerId } = await createSubscriber(platform);
    const event = updated(customerId);
    await deliver(event);
    const before = await readRow(platform, userId);
    const again = await deliver(event, { at: withFailingStripe(platform) });
    expect(again).toEqual({ status: 200, body: { outcome: "duplicate" } });
    expect(await readRow(platform, userId)).toEqual(before);
  });

  test("that comes twenty times at once is applied once", async () => {
    const { customerId } = await createSubscriber(platform);
    const event = updated(customerId);
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        await using request = openRequest();
        return (await deliver(event, { at: request })).body;
      }),
    );
    expect(answers.filter((body) => JSON.stringify(body) === '{"outcome":"applied"}')).toHaveLength(
      1,
    );
  });

  test("fails while Stripe cannot be reached, and is applied when it comes again", async () => {
    const { userId, customerId } = await createSubscriber(platform);
    const event = updated(customerId);
    await expect(deliver(event, { at: withFailingStripe(platform) })).rejects.toThrow();
    expect(await isRecorded(platform, event.id)).toBe(false);
    expect(await readRow(platform, userId)).toBeUndefined();
    expect(await deliver(event)).toMatchObject({ body: { outcome: "applied" } });
  });

  test("about something else is thanked for and leaves no trace", async () => {
    const event = eventOf("invoice.paid", { object: "invoice", customer: "cus_x" });
    expect(await deliver(event)).toEqual({ status: 200, body: { outcome: "ignored" } });
    expect(await isRecorded(platform, event.id)).toBe(false);
  });

  test.each(["charge.dispute.created", "charge.refunded", "refund.created"])(
    "about a %s changes nothing by itself: the subscription says what somebody has",
    async (type) => {
      const { userId, customerId, subscriptionId } = await createSubscriber(platform);
      await deliver(updated(customerId));
      const before = await readRow(platform, userId);
      const event = eventOf(type, { object: type.split(".")[0], id: "x", customer: customerId });
      const refusing = withFailingStripe(platform);
      expect(await deliver(event, { at: refusing })).toMatchObject({
        body: { outcome: "ignored" },
      });
      expect(await readRow(platform, userId)).toEqual(before);

      // What the operator, or Stripe's own rule, does about it arrives as any other end of a plan.
      await stripe.subscriptions.cancel(subscriptionId);
      await deliver(updated(customerId));
      expect(await readRow(platform, userId)).toMatchObject({
        stripeSubscriptionStatus: "canceled",
      });
    },
  );

  test("fails within ten seconds while Stripe does not answer", async () => {
    const { customerId } = await createSubscriber(platform);
    const path = `/v1/customers/${customerId}`;
    await callStripeControl(platform, "faults", { method: "GET", path, hangMs: 20_000, times: 5 });
    const startedAt = Date.now();
    await expect(deliver(updated(customerId))).rejects.toThrow();
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    await callStripeControl(platform, "reset", {});
  });

  test.each(["null", "[]", '"oops"', "3", "{}", "<html>"])(
    "fails within ten seconds when Stripe's answers are %s",
    async (answer) => {
      const { userId, customerId } = await createSubscriber(platform);
      const realFetch = globalThis.fetch;
      vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
        const isStripe = new Request(input, init).url.includes("/v1/");
        return isStripe ? new Response(answer) : realFetch(input, init);
      });
      const startedAt = Date.now();
      await expect(deliver(updated(customerId))).rejects.toThrow();
      vi.restoreAllMocks();
      expect(Date.now() - startedAt).toBeLessThan(10_000);
      expect(await readRow(platform, userId)).toBeUndefined();
    },
  );

  test("of a kind that did not exist when this was written is thanked for", async () => {
    const event = { id: "evt_v2", payload: '{"id":"evt_v2","object":"v2.core.event"}' };
    expect(await deliver(event)).toEqual({ status: 200, body: { outcome: "ignored" } });
  });

  test("about a customer of nobody here is thanked for and leaves no trace", async () => {
    const stranger = await stripe.customers.create({ email: "stranger@example.com" });
    const gone = eventOf("customer.deleted", { object: "customer", id: "cus_unknown" });
    for (const event of [updated(stranger.id), gone]) {
      expect(await deliver(event)).toEqual({ status: 200, body: { outcome: "unowned" } });
      expect(await isRecorded(platform, event.id)).toBe(false);
    }
  });

  test("from the live mode is left alone outside production", async () => {
    const event = updated("cus_live", { livemode: true });
    expect(await deliver(event)).toEqual({ status: 200, body: { outcome: "other_mode" } });
    expect(await isRecorded(platform, event.id)).toBe(false);
  });

  test.each([SECRET, NEXT_SECRET])(
    "is accepted with either secret of a rotation",
    async (secret) => {
      const { customerId } = await createSubscriber(platform);
      const event = updated(customerId);
      const signature = await signWebhook(event.payload, secret);
      expect(await deliver(event, { signature, at: rotating })).toMatchObject({
        body: { outcome: "applied" },
      });
    },
  );
});

describe("a webhook delivery is refused without a trace", () => {
  const signed = (event: TestEvent, age = 0) => signWebhook(event.payload, SECRET, age);

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
      async (event) => ({ signature: await signed(event, 301) }),
    ],
    [
      "signed more than five minutes from now",
      400,
      async (event) => ({ signature: await signed(event, -330) }),
    ],
    [
      "replayed under a new date",
      400,
      async (event) => ({
        signature: (await signed(event, 900)).replace(
          /t=\d+/,
          `t=${Math.floor(Date.now() / 1000)}`,
        ),
      }),
    ],
    ["dated twice", 400, async (event) => ({ signature: `t=1,${await signed(event)}` })],
    ["signed with a mangled header", 400, () => ({ signature: "t=now,v1=zz" })],
    ["truncated", 400, async ({ payload }) => ({ body: payload.slice(0, -40) })],
    ["not JSON", 400, async () => ({ body: "{", signature: await signWebhook("{", SECRET) })],
    ["another type", 415, () => ({ headers: { "Content-Type": "text/plain" } })],
    [
      "in another character set",
      415,
      () => ({ headers: { "Content-Type": "application/json; charset=utf-16" } }),
    ],
    ["compressed", 415, () => ({ headers: { "Content-Encoding": "gzip" } })],
    [
      "broken UTF-8",
      400,
      ({ payload }) => ({
        body: new Uint8Array([...new TextEncoder().encode(payload), 0xc3, 0x28]),
      }),
    ],
    ["too large by its header", 413, () => ({ headers: { "Content-Length": "2000000" } })],
    [
      "too large as it streams in",
      413,
      () => {
        const piece = new TextEncoder().encode(" ".repeat(64 * 1024));
        let left = 10;
        const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
          left -= 1;
          controller.enqueue(piece);
          if (left === 0) controller.close();
        };
        return { body: new ReadableStream({ pull }) };
      },
    ],
  ])("when it is %s (%i)", async (_, status, spoil) => {
    const { userId, customerId } = await createSubscriber(platform);
    const event = updated(customerId);
    expect(await deliver(event, await spoil(event))).toMatchObject({ status });
    expect(await isRecorded(platform, event.id)).toBe(false);
    expect(await readRow(platform, userId)).toBeUndefined();
  });
});
