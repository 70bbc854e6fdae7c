/** Stripe's events since the last run, oldest first, from `/v1/events`. */
import { inArray, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { stripeEventCursor, stripeEvents } from "#drizzle/schema";
import type { Database } from "~/platform/database.server";
import { listAll } from "../stripe/pagination.server";
import { parseEvent, type StripeEvent } from "../stripe/stripe-event.server";
import { WEBHOOK_EVENTS } from "../stripe/stripe-objects";

/** Stripe's maximum. */
const PAGE_SIZE = 100;
/** Events are read in windows, oldest first, so that a run that stops early has skipped nothing. */
const MIN_WINDOW_S = 2 * 60 * 60;
const MAX_WINDOWS = 24;
/** Read again in every run: an event may appear in the list later than its `created`. */
export const EVENT_OVERLAP_S = 60 * 60;
/** Lookback of the first run: as long as Stripe retries deliveries. */
const INITIAL_LOOKBACK_S = 3 * 24 * 60 * 60;

/** All events of one time window. */
export interface EventPage {
  /** Oldest first. Only events that can change a subscription. */
  readonly events: readonly StripeEvent[];
  /** End of the window in epoch seconds; everything before it has been read. */
  readonly readUntil: number;
}

/** All events since `from` (epoch seconds). The last window is open: Stripe's clock may be ahead of ours. */
export async function* readEventPages(stripe: Stripe, from: number): AsyncGenerator<EventPage> {
  const now = Math.floor(Date.now() / 1000);
  const length = Math.max(MIN_WINDOW_S, Math.ceil((now - from) / MAX_WINDOWS));
  for (let start = from, isLast = false; !isLast; start += length) {
    const end = start + length;
    isLast = end > now;
    const created = { gte: start, ...(isLast ? {} : { lt: end }) };
    const params = { types: [...WEBHOOK_EVENTS], created, limit: PAGE_SIZE };
    const listed = await listAll((cursor) => stripe.events.list({ ...params, ...cursor }));
    yield {
      events: listed.flatMap((event) => parseEvent(event) ?? []).toReversed(),
      // Advances without events too: the cursor's age measures reconciliation lag, not Stripe's activity.
      readUntil: isLast ? Math.max(now, listed[0]?.created ?? 0) : end,
    };
  }
}

/** Where the next run starts, overlap included. Epoch seconds. */
export async function readCursor(database: Database): Promise<number> {
  const [cursor] = await database.select().from(stripeEventCursor);
  if (!cursor) return Math.floor(Date.now() / 1000) - INITIAL_LOOKBACK_S;
  return Math.floor(cursor.readUntil.getTime() / 1000) - EVENT_OVERLAP_S;
}

/** Marks everything before `readUntil` (epoch seconds) as processed. The cursor never moves back. */
export async function advanceCursor(database: Database, readUntil: number): Promise<void> {
  await database
    .insert(stripeEventCursor)
    .values({ readUntil: new Date(readUntil * 1000) })
    .onConflictDoUpdate({
      target: stripeEventCursor.id,
      set: { readUntil: sql`greatest(${stripeEventCursor.readUntil}, excluded.read_until)` },
    });
}

/** The events that are not in the ledger, in their order. */
export async function findUnrecordedEvents(database: Database, events: readonly StripeEvent[]) {
  if (events.length === 0) return [];
  const ids = events.map(({ id }) => id);
  const recorded = await database
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(inArray(stripeEvents.id, ids));
  const recordedIds = new Set(recorded.map(({ id }) => id));
  return events.filter(({ id }) => !recordedIds.has(id));
}
