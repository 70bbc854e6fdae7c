import { createSubscription, startFixture } from "local-stripe/testing";
import { expect, test } from "vitest";
import { WEBHOOK_EVENTS } from "../stripe/stripe-objects";
import { readEvents } from "./event-feed.server";

test("without events, everything until now has been read", async () => {
  await using fixture = await startFixture();
  const startedAt = Math.floor(Date.now() / 1000);
  const { events, readUntil } = await readEvents(fixture.stripe, 1_700_000_000);
  expect(events).toEqual([]);
  expect(readUntil).toBeGreaterThanOrEqual(startedAt);
});

test("all relevant events are read beyond Stripe's page size, oldest first", async () => {
  await using fixture = await startFixture();
  const { control, stripe } = fixture;
  const from = control.status().now - 1;
  for (let count = 0; count < 120; count += 1) {
    await createSubscription(fixture, { userId: crypto.randomUUID() });
  }
  const created = control
    .events()
    .filter(({ type }) => WEBHOOK_EVENTS.some((each) => each === type));
  expect(created.length).toBeGreaterThan(100);
  const { events, readUntil } = await readEvents(stripe, from);
  expect(events.map(({ id }) => id)).toEqual(created.map(({ id }) => id));
  expect(events.every((event) => event.created <= readUntil)).toBe(true);
});
