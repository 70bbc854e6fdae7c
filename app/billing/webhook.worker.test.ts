import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { customers, stripeEvents } from "#drizzle/schema";
import { createPerson, openPlatform, signWebhook } from "../../tests/support/worker-world.ts";
import { createStripe } from "./stripe.server.ts";
import { handleWebhook } from "./webhook.server.ts";

const platform = openPlatform();
const stripe = createStripe(platform.config.stripe);
const SECRET = "whsec_local";
afterAll(() => platform.database.close());

async function createSubscriber() {
  const { userId, email } = await createPerson(platform);
  const customer = await stripe.customers.create({ email, metadata: { userId } });
  const database = await platform.database.get();
  const readRow = async () =>
    (await database.select().from(customers).where(eq(customers.userId, userId)))[0];
  return { userId, customerId: customer.id, readRow };
}

function eventOf(type: string, object: object, changes: object = {}): string {
  return JSON.stringify({
    id: `evt_${crypto.randomUUID()}`,
    object: "event",
    type,
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    data: { object },
    ...changes,
  });
}

async function deliver(payload: string, signature?: string, headers: Record<string, string> = {}) {
  const request = new Request("http://localhost:8787/api/stripe-webhook", {
    method: "POST",
    body: payload,
    headers: { "Stripe-Signature": signature ?? (await signWebhook(payload, SECRET)), ...headers },
  });
  const response = await handleWebhook(request, platform);
  return { status: response.status, body: await response.json() };
}

async function isRecorded(payload: string): Promise<boolean> {
  const database = await platform.database.get();
  const { id } = JSON.parse(payload);
  return (await database.select().from(stripeEvents).where(eq(stripeEvents.id, id))).length > 0;
}

describe("a webhook delivery", () => {
  test("makes the row say what Stripe says, not what the event says", async () => {
    const { customerId, readRow } = await createSubscriber();
    const payload = eventOf("customer.subscription.updated", {
      object: "subscription",
      customer: customerId,
      status: "active",
    });
    expect(await deliver(payload)).toEqual({ status: 200, body: { outcome: "applied" } });
    expect(await readRow()).toMatchObject({
      stripeCustomerId: customerId,
      stripeSubscriptionStatus: null,
    });
    expect(await isRecorded(payload)).toBe(true);
  });

  test("that comes again is recognised", async () => {
    const { customerId } = await createSubscriber();
    const payload = eventOf("customer.subscription.updated", {
      object: "subscription",
      customer: customerId,
    });
    await deliver(payload);
    expect(await deliver(payload)).toEqual({ status: 200, body: { outcome: "duplicate" } });
  });

  test("about something else is thanked for and leaves no trace", async () => {
    const payload = eventOf("invoice.paid", { object: "invoice", customer: "cus_x" });
    expect(await deliver(payload)).toEqual({ status: 200, body: { outcome: "ignored" } });
    expect(await isRecorded(payload)).toBe(false);
  });

  test("about a customer that nobody knows is thanked for", async () => {
    const payload = eventOf("customer.deleted", { object: "customer", id: "cus_unknown" });
    expect(await deliver(payload)).toMatchObject({ status: 200 });
  });

  test("from the live mode is left alone outside production", async () => {
    const object = { object: "subscription", customer: "cus_live" };
    const payload = eventOf("customer.subscription.updated", object, { livemode: true });
    expect(await deliver(payload)).toEqual({ status: 200, body: { outcome: "other_mode" } });
    expect(await isRecorded(payload)).toBe(false);
  });

  const payload = eventOf("customer.subscription.updated", {
    object: "subscription",
    customer: "cus_forged",
  });

  test.each<[string, () => Promise<string> | string]>([
    ["unsigned", () => ""],
    ["signed with another secret", () => signWebhook(payload, "whsec_other")],
    ["signed for another payload", () => signWebhook(`${payload} `, SECRET)],
    ["signed more than five minutes ago", () => signWebhook(payload, SECRET, 301)],
    ["signed with a mangled header", () => "t=now,v1=zz"],
  ])("that is %s is refused without a trace", async (_, sign) => {
    expect(await deliver(payload, await sign())).toEqual({
      status: 400,
      body: { outcome: "bad_signature" },
    });
    expect(await isRecorded(payload)).toBe(false);
  });

  test("that is far too large is refused unread", async () => {
    const large = eventOf("customer.subscription.updated", { padding: "x".repeat(600_000) });
    expect(await deliver(large)).toMatchObject({ status: 413 });
  });
});
