import { expect, test } from "vitest";
import { DAY } from "./clock.ts";
import { catchStripeError, createSubscription, startFixture } from "./testing.ts";

test("events are filtered by type, types, or wildcard", async () => {
  await using fixture = await startFixture();
  const { events } = fixture.stripe;
  await createSubscription(fixture);
  const types = ["customer.created", "customer.subscription.created"];
  const found = await events.list({ types });
  expect(found.data.map(({ type }) => type)).toEqual(types.toReversed());
  const group = await events.list({ type: "invoice.*" });
  expect(group.data.length).toBeGreaterThan(0);
  expect((await events.list({ types: ["invoice.*"] })).data).toEqual([]);
  expect(group.data.every(({ type }) => type.startsWith("invoice."))).toBe(true);
  expect(await catchStripeError(events.list({ type: "invoice.paid", types }))).toMatchObject({
    statusCode: 400,
  });
  const many = Array.from({ length: 21 }, () => "invoice.paid");
  expect(await catchStripeError(events.list({ types: many }))).toMatchObject({ param: "types" });
});

test("events are listed for 30 days", async () => {
  await using fixture = await startFixture();
  await fixture.stripe.customers.create();
  fixture.control.advance(29 * DAY);
  expect((await fixture.stripe.events.list()).data).toHaveLength(1);
  fixture.control.advance(2 * DAY);
  expect((await fixture.stripe.events.list()).data).toEqual([]);
});
