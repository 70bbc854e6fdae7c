import { createSubscription, type Fixture, startFixture } from "local-stripe/testing";
import { expect, test } from "vitest";
import { WEBHOOK_EVENTS } from "../stripe/stripe-objects";
import { type EventPage, readEventPages } from "./event-feed.server";

async function readAll(fixture: Fixture, from: number): Promise<EventPage[]> {
  const pieces: EventPage[] = [];
  for await (const piece of readEventPages(fixture.stripe, from)) pieces.push(piece);
  return pieces;
}

/** The events that matter, oldest first, as the local Stripe made them. */
function madeBy({ control }: Fixture): string[] {
  const relevant = control
    .events()
    .filter(({ type }) => WEBHOOK_EVENTS.some((ours) => ours === type));
  return relevant.map(({ id }) => id);
}

async function buy(fixture: Fixture, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await createSubscription(fixture, { userId: crypto.randomUUID() });
  }
}

test("nothing that happened is nothing to do, and has been read until now", async () => {
  await using fixture = await startFixture();
  const startedAt = Math.floor(Date.now() / 1000);
  const [piece, ...others] = await readAll(fixture, 1_700_000_000);
  expect(others).toEqual([]);
  expect(piece?.events).toEqual([]);
  expect(piece?.readUntil).toBeGreaterThanOrEqual(startedAt);
});

test("what happened at once comes whole, whatever the length of Stripe's pages", async () => {
  await using fixture = await startFixture();
  const from = fixture.control.status().now - 1;
  await buy(fixture, 120);
  const pieces = await readAll(fixture, from);
  const read = pieces.flatMap(({ events }) => events.map(({ id }) => id));
  expect(read.toSorted()).toEqual(madeBy(fixture).toSorted());
});

test("what happened over days comes in pieces, oldest first, each of them moving on", async () => {
  await using fixture = await startFixture();
  const from = fixture.control.status().now - 1;
  for (let day = 0; day < 6; day += 1) {
    await buy(fixture, 40);
    fixture.control.advance(86_400);
  }
  const pieces = await readAll(fixture, from);
  expect(pieces.length).toBeGreaterThan(1);
  const read = pieces.flatMap(({ events }) => events);
  expect(read.map(({ id }) => id).toSorted()).toEqual(madeBy(fixture).toSorted());
  const times = read.map(({ created }) => created);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  for (const { events, readUntil } of pieces) {
    expect(events.every(({ created }) => created <= readUntil)).toBe(true);
  }
});
