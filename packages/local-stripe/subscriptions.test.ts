import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { DAY } from "./clock.ts";
import {
  catchStripeError,
  createSubscription,
  type Fixture,
  PRICES,
  startFixture,
} from "./testing.ts";

/** The latest `customer.subscription.updated` event. */
async function lastUpdate(fixture: Fixture): Promise<Stripe.CustomerSubscriptionUpdatedEvent> {
  const { data } = await fixture.stripe.events.list({ type: "customer.subscription.updated" });
  const event = data[0];
  if (event?.type !== "customer.subscription.updated") throw new Error("There was no update");
  return event;
}

describe("a subscription", () => {
  test("switches plans, and the event has the previous attributes", async () => {
    await using fixture = await startFixture();
    const subscription = await createSubscription(fixture);
    const item = subscription.items.data[0]?.id;
    const updated = await fixture.stripe.subscriptions.update(
      subscription.id,
      { items: [{ id: item, price: PRICES.business }], proration_behavior: "none" },
      { idempotencyKey: "switch-1" },
    );
    expect(updated.items.data[0]).toMatchObject({ id: item, price: { id: PRICES.business } });
    const event = await lastUpdate(fixture);
    expect(event.data.object.items.data[0]?.price.id).toBe(PRICES.business);
    expect(Object.keys(event.data.previous_attributes ?? {})).toEqual(["items"]);
    expect(event.data.previous_attributes?.items?.data[0]?.price.id).toBe(PRICES.pro);
    expect(event.request).toEqual({
      id: updated.lastResponse.requestId,
      idempotency_key: "switch-1",
    });
  });

  test("schedules a cancellation at a given time, without cancel_at_period_end", async () => {
    await using fixture = await startFixture();
    const { id, created } = await createSubscription(fixture);
    const { subscriptions } = fixture.stripe;
    const at = created + 5 * DAY;
    expect(await subscriptions.update(id, { cancel_at: at })).toMatchObject({
      cancel_at: at,
      cancel_at_period_end: false,
    });
    expect(await subscriptions.update(id, { cancel_at: "" })).toMatchObject({ cancel_at: null });
    expect(await catchStripeError(subscriptions.update(id, { cancel_at: 1 }))).toMatchObject({
      param: "cancel_at",
    });
  });

  test("ends immediately when canceled, and cannot be canceled twice", async () => {
    await using fixture = await startFixture();
    const { id } = await createSubscription(fixture);
    const { subscriptions } = fixture.stripe;
    const ended = await subscriptions.cancel(id);
    expect(ended).toMatchObject({
      status: "canceled",
      ended_at: expect.any(Number),
      cancellation_details: { reason: "cancellation_requested" },
    });
    expect(fixture.control.events().at(-1)?.type).toBe("customer.subscription.deleted");
    expect(await catchStripeError(subscriptions.cancel(id))).toMatchObject({ statusCode: 404 });
    expect(await catchStripeError(subscriptions.update(id, { trial_end: "now" }))).toMatchObject({
      message: "A canceled subscription can only update its cancellation_details and metadata.",
    });
    expect(await subscriptions.update(id, { metadata: { note: "gone" } })).toMatchObject({
      metadata: { userId: "user-1", note: "gone" },
    });
  });

  test("ends its trial immediately", async () => {
    await using fixture = await startFixture();
    const { id } = await createSubscription(fixture, { trialDays: 14 });
    const ended = await fixture.stripe.subscriptions.update(id, {
      trial_end: "now",
      expand: ["latest_invoice"],
    });
    expect(ended).toMatchObject({
      status: "active",
      latest_invoice: { amount_paid: 25_000, billing_reason: "subscription_cycle" },
    });
  });
});

test("a list omits ended subscriptions by default", async () => {
  await using fixture = await startFixture();
  const { subscriptions } = fixture.stripe;
  const ended = await createSubscription(fixture, { userId: "user-1" });
  const active = await createSubscription(fixture, { userId: "user-2" });
  const trialing = await createSubscription(fixture, { userId: "user-3", trialDays: 14 });
  await subscriptions.cancel(ended.id);
  const ids = async (params: Stripe.SubscriptionListParams) =>
    (await subscriptions.list(params)).data.map(({ id }) => id);
  expect(await ids({})).toEqual([trialing.id, active.id]);
  expect(await ids({ status: "all" })).toEqual([trialing.id, active.id, ended.id]);
  expect(await ids({ status: "all", limit: 1, starting_after: active.id })).toEqual([ended.id]);
  expect(await ids({ status: "trialing" })).toEqual([trialing.id]);
  expect(await ids({ status: "ended" })).toEqual([ended.id]);
  expect(await ids({ customer: String(ended.customer), status: "all" })).toEqual([ended.id]);
  expect(await ids({ price: PRICES.starter })).toEqual([]);
  expect(await catchStripeError(subscriptions.list({ customer: "cus_none" }))).toMatchObject({
    message: "No such customer: 'cus_none'",
    param: "customer",
  });
});
