import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import {
  type Fixture,
  startFixture,
  startWebhookReceiver,
  WEBHOOK_SECRET,
  type WebhookReceiver,
} from "./testing.ts";

function startWith(receiver: WebhookReceiver, secrets = [WEBHOOK_SECRET], seed?: number) {
  return startFixture({
    webhookEndpoints: [{ url: receiver.url, secrets }],
    ...(seed !== undefined && { seed }),
  });
}

/** Creates `count` customers, with one event each. */
async function createCustomers(fixture: Fixture, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    ids.push((await fixture.stripe.customers.create()).id);
  }
  return ids;
}

function receivedIds(receiver: WebhookReceiver): string[] {
  return receiver.requests.map(({ body }): string => JSON.parse(body).data.object.id);
}

function verify(request: WebhookReceiver["requests"][number] | undefined, secret: string) {
  return new Stripe("sk_test_verify").webhooks.constructEventAsync(
    request?.body ?? "",
    request?.headers.get("stripe-signature") ?? "",
    secret,
    undefined,
    Stripe.createSubtleCryptoProvider(),
  );
}

describe("a webhook", () => {
  test("has a signature that the SDK accepts for each of the endpoint's secrets", async () => {
    await using receiver = await startWebhookReceiver();
    await using fixture = await startWith(receiver, ["whsec_old", "whsec_new"]);
    const customer = await fixture.stripe.customers.create({}, { idempotencyKey: "key-1" });
    await fixture.control.waitForDeliveries();
    const [request] = receiver.requests;
    for (const secret of ["whsec_old", "whsec_new"]) {
      expect(await verify(request, secret)).toMatchObject({
        object: "event",
        type: "customer.created",
        api_version: Stripe.API_VERSION,
        livemode: false,
        pending_webhooks: 1,
        request: { id: customer.lastResponse.requestId, idempotency_key: "key-1" },
        data: { object: { id: customer.id } },
      });
    }
    await expect(verify(request, "whsec_other")).rejects.toThrow("signature");
    expect(request?.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(request?.body).toContain('\n  "object": "event"');
  });

  test("is retried with a new signature until the response is a 2xx", async () => {
    await using receiver = await startWebhookReceiver();
    await using fixture = await startWith(receiver);
    const responses = [new Response("", { status: 500 }), Response.redirect("http://127.0.0.1:9/")];
    receiver.respond = () => responses.shift() ?? new Response("ok");
    await fixture.stripe.customers.create();
    await fixture.control.waitForDeliveries();
    expect(fixture.control.deliveries()).toMatchObject([
      { type: "customer.created", attempt: 1, status: 500, url: receiver.url },
      { attempt: 2, status: 302 },
      { attempt: 3, status: 200, error: null },
    ]);
    expect(new Set(receiver.requests.map(({ body }) => body)).size).toBe(1);
    await verify(receiver.requests[2], WEBHOOK_SECRET);
  });
});

describe("held webhooks", () => {
  test("are flushed in order or in reverse", async () => {
    await using receiver = await startWebhookReceiver();
    await using fixture = await startWith(receiver);
    fixture.control.setDelivery({ hold: true });
    const ids = await createCustomers(fixture, 3);
    await fixture.control.waitForDeliveries();
    expect(receiver.requests).toEqual([]);
    expect(fixture.control.status().queued).toBe(3);
    await fixture.control.flush();
    expect(receivedIds(receiver)).toEqual(ids);

    fixture.control.setDelivery({ order: "reverse" });
    const later = await createCustomers(fixture, 3);
    await fixture.control.flush();
    expect(receivedIds(receiver).slice(3)).toEqual(later.reverse());
  });
});
