/** What happened at Stripe since somebody last looked, oldest first: `/v1/events`. */
import { inArray, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { stripeEventCursor, stripeEvents } from "#drizzle/schema";
import type { Database } from "~/platform/database.server";
import { parseEvent, type StripeEvent } from "../stripe/stripe-event.server";
import { WEBHOOK_EVENTS } from "../stripe/stripe-objects";
import { assertList, readPages } from "../stripe/stripe-pages.server";

/** Stripe's largest page. */
const PAGE_SIZE = 100;
/** A shorter piece of time is read page by page, however much happened in it. */
const SHORTEST_S = 60;
/** Looked at again each time: an event may show up in the list later than its date says. */
export const OVERLAP_S = 60 * 60;
/** How far the first look goes back: as long as Stripe tries to deliver. */
const FIRST_LOOK_S = 3 * 24 * 60 * 60;

/** A piece of time that was read whole. */
export interface EventPage {
  /** Oldest first. Only those that can change what a customer has. */
  readonly events: readonly StripeEvent[];
  /** Epoch seconds up to which nothing is left to read. */
  readonly readUntil: number;
}

/**
 * Everything since `from` (epoch seconds), in pieces of about a hundred events, oldest first: who stops in
 * between has missed nothing before. Stripe lists the newest first, so a piece that is too long is halved.
 */
export async function* readEventPages(stripe: Stripe, from: number): AsyncGenerator<EventPage> {
  let start = from;
  let end: number | undefined;
  let newest = from;
  const askedAt = Math.floor(Date.now() / 1000);
  for (;;) {
    const page = await listEvents(stripe, start, end);
    if (end === undefined) newest = page.data[0]?.created ?? start;
    const stop = end ?? newest + 1;
    if (page.has_more && stop - start > SHORTEST_S) {
      end = start + Math.ceil((stop - start) / 2);
      continue;
    }
    const listed = page.has_more ? await listAllEvents(stripe, start, end) : page.data;
    yield {
      events: listed.flatMap((event) => parseEvent(event) ?? []).toReversed(),
      // Quiet time has been read, too: the cursor's age says how long nothing was read, not how little happened.
      readUntil: end ?? Math.max(askedAt, listed[0]?.created ?? 0),
    };
    if (end === undefined) return;
    const length = 2 * (end - start);
    start = end;
    end = start + length > newest ? undefined : start + length;
  }
}

function query(start: number, end: number | undefined): Stripe.EventListParams {
  const created = { gte: start, ...(end === undefined ? {} : { lt: end }) };
  return { types: [...WEBHOOK_EVENTS], created, limit: PAGE_SIZE };
}

async function listEvents(stripe: Stripe, start: number, end: number | undefined) {
  return assertList(await stripe.events.list(query(start, end)));
}

function listAllEvents(stripe: Stripe, start: number, end: number | undefined) {
  return readPages((page) => stripe.events.list({ ...query(start, end), ...page }));
}

/** Where the next look begins, with what is looked at again. Epoch seconds. */
export async function readCursor(database: Database): Promise<number> {
  const [cursor] = await database.select().from(stripeEventCursor);
  if (!cursor) return Math.floor(Date.now() / 1000) - FIRST_LOOK_S;
  return Math.floor(cursor.readUntil.getTime() / 1000) - OVERLAP_S;
}

/** Notes that everything before `readUntil` (epoch seconds) has been dealt with; never goes back. */
export async function moveCursor(database: Database, readUntil: number): Promise<void> {
  await database
    .insert(stripeEventCursor)
    .values({ readUntil: new Date(readUntil * 1000) })
    .onConflictDoUpdate({
      target: stripeEventCursor.id,
      set: { readUntil: sql`greatest(${stripeEventCursor.readUntil}, excluded.read_until)` },
    });
}

/** The events that stand in no ledger, in their order. */
export async function findUnrecordedEvents(
  database: Database,
  events: readonly StripeEvent[],
): Promise<StripeEvent[]> {
  if (events.length === 0) return [];
  const ids = events.map(({ id }) => id);
  const known = await database
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(inArray(stripeEvents.id, ids));
  const isKnown = new Set(known.map(({ id }) => id));
  return events.filter(({ id }) => !isKnown.has(id));
}
