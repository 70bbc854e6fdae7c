import { createSubscription, type Fixture, startFixture } from "local-stripe/testing";
import { expect, test, vi } from "vitest";
import { WEBHOOK_EVENTS } from "../stripe/stripe-objects";
import { type EventPage, readEventPages } from "./event-feed.server";

async function readAll(fixture: Fixture, from: number): Promise<EventPage[]> {
  const pages: EventPage[] = [];
  for await (const page of readEventPages(fixture.stripe, from)) pages.push(page);
  return pages;
}

/** Ids of the relevant events that the local Stripe created, oldest first. */
function listRelevantEvents({ control }: Fixture): string[] {
  const relevant = control
    .events()
    .filter(({ type }) => WEBHOOK_EVENTS.some((relevantType) => relevantType === type));
  return relevant.map(({ id }) => id);
}

async function buy(fixture: Fixture, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await createSubscription(fixture, { userId: crypto.randomUUID() });
  }
}

test("without events the pages are empty, and the last is read until now", async () => {
  await using fixture = await startFixture();
  const startedAt = Math.floor(Date.now() / 1000);
  const pages = await readAll(fixture, 1_700_000_000);
  const page = pages.at(-1);
  expect(pages.flatMap(({ events }) => events)).toEqual([]);
  expect(page?.readUntil).toBeGreaterThanOrEqual(startedAt);
});

test("events of one window come in one page, beyond Stripe's page size", async () => {
  await using fixture = await startFixture();
  const from = fixture.control.status().now - 1;
  await buy(fixture, 120);
  const pages = await readAll(fixture, from);
  const read = pages.flatMap(({ events }) => events.map(({ id }) => id));
  expect(read.toSorted()).toEqual(listRelevantEvents(fixture).toSorted());
});

test("events over several days come in several pages, oldest first", async () => {
  await using fixture = await startFixture();
  const from = fixture.control.status().now - 1;
  for (let day = 0; day < 6; day += 1) {
    await buy(fixture, 40);
    fixture.control.advance(86_400);
  }
  vi.spyOn(Date, "now").mockReturnValue(fixture.control.status().now * 1000);
  const pages = await readAll(fixture, from);
  expect(pages.length).toBeGreaterThan(1);
  const read = pages.flatMap(({ events }) => events);
  expect(read.map(({ id }) => id).toSorted()).toEqual(listRelevantEvents(fixture).toSorted());
  const times = read.map(({ created }) => created);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  for (const { events, readUntil } of pages) {
    expect(events.every(({ created }) => created <= readUntil)).toBe(true);
  }
});
