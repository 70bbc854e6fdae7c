import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { catchStripeError, createSubscription, PRICES, startFixture } from "./testing.ts";

describe("a subscription", () => {
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
