import { expect, test } from "vitest";
import { DAY } from "./clock.ts";
import { catchStripeError, createSubscription, type Fixture, startFixture } from "./testing.ts";

/** Creates five customers, with one event each; returns the event ids, newest first. */
async function makeEvents(fixture: Fixture): Promise<string[]> {
  for (let count = 0; count < 5; count += 1) await fixture.stripe.customers.create();
  const { data } = await fixture.stripe.events.list();
  return data.map(({ id }) => id);
}

test("events are paginated in both directions, newest first", async () => {
  await using fixture = await startFixture();
  const { events } = fixture.stripe;
  const ids = await makeEvents(fixture);
  const made = fixture.control.events().map(({ id }) => id);
  expect(ids).toEqual(made.toReversed());
  const older = await events.list({ limit: 2, starting_after: ids[1] });
  expect(older.data.map(({ id }) => id)).toEqual([ids[2], ids[3]]);
  expect(older.has_more).toBe(true);
  const newer = await events.list({ limit: 2, ending_before: ids[3] });
  expect(newer.data.map(({ id }) => id)).toEqual([ids[1], ids[2]]);
  expect(newer.has_more).toBe(true);
  const all: string[] = [];
  for await (const { id } of events.list({ limit: 2 })) all.push(id);
  expect(all).toEqual(ids);
  expect(await catchStripeError(events.list({ starting_after: "evt_none" }))).toMatchObject({
    code: "resource_missing",
    param: "starting_after",
  });
});

test("events are filtered by creation time", async () => {
  await using fixture = await startFixture();
  const { events } = fixture.stripe;
  await fixture.stripe.customers.create();
  fixture.control.advance(DAY);
  const { created } = await fixture.stripe.customers.create();
  const count = async (created: Parameters<typeof events.list>[0]) =>
    (await events.list(created)).data.length;
  expect(await count({ created: { gte: created } })).toBe(1);
  expect(await count({ created: { gt: created } })).toBe(0);
  expect(await count({ created: { lt: created } })).toBe(1);
  expect(await count({ created: { gte: created - 2 * DAY, lte: created } })).toBe(2);
  expect(await count({ created })).toBe(1);
});

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
