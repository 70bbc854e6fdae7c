import { runInNewContext } from "node:vm";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { DAY } from "../clock.ts";
import {
  catchStripeError,
  createSubscription,
  type Fixture,
  PRICES,
  startFixture,
  startWebhookReceiver,
  submitForm,
} from "../testing.ts";

const Seeded = v.object({ id: v.string(), customer: v.string() });
const Events = v.array(v.object({ id: v.string(), type: v.string() }));

function postControl(fixture: Fixture, name: string, order?: object): Promise<Response> {
  const body = order === undefined ? undefined : JSON.stringify(order);
  return fetch(`${fixture.url}/_local/${name}`, { method: "POST", ...(body && { body }) });
}

describe("seeding a subscription", () => {
  test("is idempotent per user", async () => {
    await using fixture = await startFixture();
    const first = await createSubscription(fixture, { userId: "user-1" });
    const second = await createSubscription(fixture, { userId: "user-1" });
    const other = await createSubscription(fixture, { userId: "user-2", trialDays: 14 });
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
});

describe("advancing time for one customer", () => {
  test("dates the events now, so that a reader of new events misses none", async () => {
    await using fixture = await startFixture();
    const { customer } = await createSubscription(fixture, { trialDays: 14 });
    const { now } = fixture.control.status();
    fixture.control.advance(90 * DAY, String(customer));
    const { data } = await fixture.stripe.events.list({ type: "invoice.paid", limit: 100 });
    expect(data.length).toBeGreaterThan(2);
    expect(data.filter(({ created }) => created < now - 1)).toEqual([]);
  });
});

describe("the control API", () => {
  test("performs the same actions as StripeControl", async () => {
    await using receiver = await startWebhookReceiver();
    await using fixture = await startFixture();
    await postControl(fixture, "webhook-endpoints", { url: receiver.url, secrets: ["whsec_x"] });
    await postControl(fixture, "delivery", { hold: true, duplicates: 2 });
    const seeded = await postControl(fixture, "seed-subscription", {
      email: "ann@example.com",
      name: "Ann",
      priceId: PRICES.pro,
      metadata: { userId: "user-1" },
    });
    const { id, customer } = v.parse(Seeded, await seeded.json());
    expect(id).toMatch(/^sub_/);
    const status = await (await fetch(`${fixture.url}/_local/status`)).json();
    expect(status).toMatchObject({ queued: 14, delivery: { hold: true, duplicates: 2 } });
    await postControl(fixture, "flush");
    expect(receiver.requests).toHaveLength(14);
    await postControl(fixture, "reset");
    await postControl(fixture, "dunning", { retryDays: [2], afterLastRetry: "unpaid" });
    await postControl(fixture, "decline-next", { customer });
    await postControl(fixture, "decline", { on: true, customer });
    await postControl(fixture, "advance", { seconds: 40 * DAY });
    expect(fixture.control.status().now - Math.floor(Date.now() / 1000)).toBeGreaterThanOrEqual(
      40 * DAY - 1,
    );
    expect((await fixture.stripe.subscriptions.retrieve(id)).status).toBe("unpaid");
    await postControl(fixture, "settle");
    const events = v.parse(Events, await (await fetch(`${fixture.url}/_local/events`)).json());
    const event = events[0]?.id;
    await postControl(fixture, "resend", { event });
    const deliveries = await (await fetch(`${fixture.url}/_local/deliveries`)).json();
    expect(v.parse(v.array(v.unknown()), deliveries).at(-1)).toMatchObject({
      event,
      attempt: 1,
      status: 200,
    });
    await postControl(fixture, "faults", { path: "/v1/customers", outcome: 500 });
    expect(await catchStripeError(fixture.stripe.customers.list())).toMatchObject({
      statusCode: 500,
    });
    await postControl(fixture, "down", { down: true });
    expect(fixture.control.status().down).toBe(true);
  });
});

describe("the dashboard", () => {
  test("advances the clock and applies the controls", async () => {
    await using fixture = await startFixture();
    const press = (action: string) => submitForm(`${fixture.url}/`, { action });
    const before = fixture.control.status().now;
    for (const action of ["advance-day", "advance-trial", "advance-month"]) await press(action);
    expect(fixture.control.status().now - before).toBeGreaterThanOrEqual(46 * DAY);
    await press("hold");
    await press("double");
    await createSubscription(fixture);
    expect(fixture.control.status().delivery).toMatchObject({ hold: true, duplicates: 2 });
    await press("release");
    await press("down");
    expect(fixture.control.status()).toMatchObject({ down: true, delivery: { hold: false } });
    expect(await (await fetch(`${fixture.url}/`)).text()).toContain("unreachable");
    await press("reset");
    expect(fixture.control.status().down).toBe(false);
  });
});

test("stripe.js defines what loadStripe calls, for any origin", async () => {
  await using fixture = await startFixture();
  const response = await fetch(`${fixture.url}/stripe.js`);
  expect(response.headers.get("content-type")).toContain("text/javascript");
  expect(response.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  const check = `
    const stripe = window.Stripe("pk_test_local");
    stripe._registerWrapper({}); stripe.registerAppInfo({});
    window.Stripe.version;`;
  expect(runInNewContext(`${await response.text()}\n${check}`, { window: {}, document: {} })).toBe(
    "endive",
  );
});
