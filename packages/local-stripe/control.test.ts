import { setTimeout as sleep } from "node:timers/promises";
import { runInNewContext } from "node:vm";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { DAY } from "./clock.ts";
import {
  type Fixture,
  PRICES,
  start,
  startReceiver,
  stripeError,
  submit,
  subscribe,
} from "./testing.ts";

const Seeded = v.object({ id: v.string(), customer: v.string() });
const Events = v.array(v.object({ id: v.string(), type: v.string() }));

function turn(fixture: Fixture, name: string, order?: object): Promise<Response> {
  const body = order === undefined ? undefined : JSON.stringify(order);
  return fetch(`${fixture.url}/_local/${name}`, { method: "POST", ...(body && { body }) });
}

describe("an API fault", () => {
  test("before commit leaves nothing behind", async () => {
    await using fixture = await start();
    const { customers } = fixture.stripe;
    fixture.control.addFault({ method: "POST", path: "/v1/customers", outcome: 500 });
    expect(await stripeError(customers.create())).toMatchObject({ statusCode: 500 });
    expect((await customers.list()).data).toEqual([]);
    expect((await customers.create()).object).toBe("customer");
  });

  test("after commit hides an answer that a retry with the same key gets", async () => {
    await using fixture = await start();
    const { customers } = fixture.stripe;
    fixture.control.addFault({ path: "/v1/customers", when: "after", outcome: "close" });
    const create = () => customers.create({}, { idempotencyKey: "key-1" });
    expect(await stripeError(create())).toMatchObject({ type: "StripeConnectionError" });
    const { id } = await create();
    expect((await customers.list()).data.map((customer) => customer.id)).toEqual([id]);
  });

  test("hits as many requests as asked, and only those that match", async () => {
    await using fixture = await start();
    const { stripe, control } = fixture;
    control.addFault({ method: "GET", path: "/v1/sub*", times: 2, outcome: 429 });
    expect((await stripe.customers.list()).data).toEqual([]);
    expect(await stripeError(stripe.subscriptions.list())).toMatchObject({ statusCode: 429 });
    expect(await stripeError(stripe.subscriptions.list())).toMatchObject({ statusCode: 429 });
    expect((await stripe.subscriptions.list()).data).toEqual([]);
  });

  test("can be a wait", async () => {
    await using fixture = await start();
    fixture.control.addFault({ hangMs: 80 });
    const started = performance.now();
    await fixture.stripe.customers.list();
    expect(performance.now() - started).toBeGreaterThanOrEqual(75);
  });

  test("a late answer says what was true when it was asked for", async () => {
    await using fixture = await start();
    const { id } = await fixture.stripe.customers.create({ name: "Before" });
    fixture.control.addFault({ method: "GET", when: "after", hangMs: 150 });
    const late = fixture.stripe.customers.retrieve(id);
    while (fixture.control.status().faults.length > 0) await sleep(5);
    await fixture.stripe.customers.update(id, { name: "After" });
    expect(await late).toMatchObject({ name: "Before" });
  });

  test("can be that nothing answers at all", async () => {
    await using fixture = await start();
    fixture.control.setDown(true);
    expect(await stripeError(fixture.stripe.customers.list())).toMatchObject({
      type: "StripeConnectionError",
    });
    await expect(fetch(`${fixture.url}/stripe.js`)).rejects.toThrow();
    expect((await fetch(`${fixture.url}/`)).status).toBe(200);
    fixture.control.reset();
    expect((await fixture.stripe.customers.list()).data).toEqual([]);
  });
});

describe("seeding a subscription", () => {
  test("gives each user one, however often it runs", async () => {
    await using fixture = await start();
    const first = await subscribe(fixture, { userId: "user-1" });
    const second = await subscribe(fixture, { userId: "user-1" });
    const other = await subscribe(fixture, { userId: "user-2", trialDays: 14 });
    expect(second.id).toBe(first.id);
    expect(other.id).not.toBe(first.id);
    expect(first).toMatchObject({ status: "active", metadata: { userId: "user-1" } });
    expect(other.status).toBe("trialing");
    expect(await fixture.stripe.customers.retrieve(String(first.customer))).toMatchObject({
      email: "ann@example.com",
      name: "Ann Example",
      metadata: { userId: "user-1" },
    });
  });

  test("does not bring back what the user has canceled", async () => {
    await using fixture = await start();
    const { id } = await subscribe(fixture);
    await fixture.stripe.subscriptions.cancel(id);
    expect(await subscribe(fixture)).toMatchObject({ id, status: "canceled" });
  });

  test("can leave the first payment to be made", async () => {
    await using fixture = await start();
    const { id } = fixture.control.seedSubscription({
      email: "ann@example.com",
      name: "Ann Example",
      priceId: PRICES.pro,
      metadata: { userId: "user-1" },
      incomplete: true,
    });
    expect(await fixture.stripe.subscriptions.retrieve(id)).toMatchObject({ status: "incomplete" });
  });

  test("needs a price that exists", async () => {
    await using fixture = await start();
    const seed = () =>
      fixture.control.seedSubscription({
        email: "ann@example.com",
        name: "Ann",
        priceId: "price_none",
        metadata: { userId: "user-1" },
      });
    expect(seed).toThrow("No such price: price_none");
  });
});

describe("time for one customer", () => {
  test("ends their trial and nobody else's", async () => {
    await using fixture = await start();
    const mine = await subscribe(fixture, { userId: "user-1", trialDays: 14 });
    const other = await subscribe(fixture, { userId: "user-2", trialDays: 14 });
    const { now } = fixture.control.status();
    if (typeof mine.customer !== "string") throw new Error("expanded");
    expect(fixture.control.advance(15 * DAY, mine.customer)).toBeLessThanOrEqual(now + 1);
    const [ended, running] = await Promise.all([
      fixture.stripe.subscriptions.retrieve(mine.id),
      fixture.stripe.subscriptions.retrieve(other.id),
    ]);
    expect([ended.status, running.status]).toEqual(["active", "trialing"]);
    expect(ended.items.data[0]?.current_period_end).toBeGreaterThan(now);
    expect(running).toEqual(other);
  });
});

describe("the switches over HTTP", () => {
  test("do what the typed ones do", async () => {
    await using receiver = await startReceiver();
    await using fixture = await start();
    await turn(fixture, "webhook-endpoints", { url: receiver.url, secrets: ["whsec_x"] });
    await turn(fixture, "delivery", { hold: true, duplicates: 2 });
    const seeded = await turn(fixture, "seed-subscription", {
      email: "ann@example.com",
      name: "Ann",
      priceId: PRICES.pro,
      metadata: { userId: "user-1" },
    });
    const { id, customer } = v.parse(Seeded, await seeded.json());
    expect(id).toMatch(/^sub_/);
    const status = await (await fetch(`${fixture.url}/_local/status`)).json();
    expect(status).toMatchObject({ queued: 14, delivery: { hold: true, duplicates: 2 } });
    await turn(fixture, "flush");
    expect(receiver.requests).toHaveLength(14);
    await turn(fixture, "reset");
    await turn(fixture, "dunning", { retryDays: [2], afterLastRetry: "unpaid" });
    await turn(fixture, "decline-next", { customer });
    await turn(fixture, "decline", { on: true, customer });
    await turn(fixture, "advance", { seconds: 40 * DAY });
    expect(fixture.control.status().now - Math.floor(Date.now() / 1000)).toBeGreaterThanOrEqual(
      40 * DAY - 1,
    );
    expect((await fixture.stripe.subscriptions.retrieve(id)).status).toBe("unpaid");
    await turn(fixture, "settle");
    const events = v.parse(Events, await (await fetch(`${fixture.url}/_local/events`)).json());
    const event = events[0]?.id;
    await turn(fixture, "resend", { event });
    const deliveries = await (await fetch(`${fixture.url}/_local/deliveries`)).json();
    expect(v.parse(v.array(v.unknown()), deliveries).at(-1)).toMatchObject({
      event,
      attempt: 1,
      status: 200,
    });
    await turn(fixture, "faults", { path: "/v1/customers", outcome: 500 });
    expect(await stripeError(fixture.stripe.customers.list())).toMatchObject({ statusCode: 500 });
    await turn(fixture, "down", { down: true });
    expect(fixture.control.status().down).toBe(true);
  });

  test.each([
    ["delivery", { order: "random" }],
    ["delivery", { speed: 3 }],
    ["advance", { seconds: -1 }],
    ["faults", { outcome: 200 }],
    ["seed-subscription", { email: "a@example.com" }],
    ["resend", undefined],
  ])("refuse %s %j", async (name, order) => {
    await using fixture = await start();
    const answer = await turn(fixture, name, order);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toHaveProperty("error");
  });

  test("say when there is no such event", async () => {
    await using fixture = await start();
    const answer = await turn(fixture, "resend", { event: "evt_none" });
    expect(answer.status).toBe(404);
  });
});

describe("the overview page", () => {
  test("shows who subscribes to what and where the events went", async () => {
    await using receiver = await startReceiver();
    await using fixture = await start({
      webhookEndpoints: [{ url: receiver.url, secrets: ["whsec_x"] }],
    });
    const { id } = await subscribe(fixture);
    await fixture.control.settled();
    const html = await (await fetch(`${fixture.url}/`)).text();
    for (const text of [
      id,
      "ann@example.com",
      "customer.subscription.created",
      "1: 200",
      receiver.url,
    ]) {
      expect(html).toContain(text);
    }
  });

  test("moves the clock and turns the switches", async () => {
    await using fixture = await start();
    const press = (action: string) => submit(`${fixture.url}/`, { action });
    const before = fixture.control.status().now;
    for (const action of ["advance-day", "advance-trial", "advance-month"]) await press(action);
    expect(fixture.control.status().now - before).toBeGreaterThanOrEqual(46 * DAY);
    await press("hold");
    await press("double");
    await subscribe(fixture);
    expect(fixture.control.status().delivery).toMatchObject({ hold: true, duplicates: 2 });
    await press("release");
    await press("down");
    expect(fixture.control.status()).toMatchObject({ down: true, delivery: { hold: false } });
    expect(await (await fetch(`${fixture.url}/`)).text()).toContain("unreachable");
    await press("reset");
    expect(fixture.control.status().down).toBe(false);
  });

  test("sends an event again", async () => {
    await using receiver = await startReceiver();
    await using fixture = await start({
      webhookEndpoints: [{ url: receiver.url, secrets: ["whsec_x"] }],
    });
    await fixture.stripe.customers.create();
    await fixture.control.settled();
    await submit(`${fixture.url}/`, { resend: fixture.control.events()[0]?.id ?? "" });
    await fixture.control.settled();
    expect(receiver.types()).toEqual(["customer.created", "customer.created"]);
  });
});

test("the stand-in script defines what loadStripe calls, for any origin", async () => {
  await using fixture = await start();
  const response = await fetch(`${fixture.url}/stripe.js`);
  expect(response.headers.get("content-type")).toContain("text/javascript");
  expect(response.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  const check = `
    const stripe = window.Stripe("pk_test_local");
    stripe._registerWrapper({}); stripe.registerAppInfo({});
    window.Stripe.version;`;
  expect(runInNewContext(`${await response.text()}\n${check}`, { window: {} })).toBe("endive");
});
