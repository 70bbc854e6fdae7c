/** Stripe's events since the last run, oldest first, from `/v1/events`. */
import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { customers, stripeEventCursor, stripeEvents, users } from "#drizzle/schema";
import type { Database } from "~/platform/database.server";
import { parseEvent, type StripeEvent } from "../stripe/stripe-event.server";
import { WEBHOOK_EVENTS } from "../stripe/stripe-objects";

/** Stripe's maximum. */
const PAGE_SIZE = 100;
/** Read again in every run: an event may appear in the list late, and Stripe's clock differ from ours. */
export const EVENT_OVERLAP_S = 60 * 60;
/** Lookback of the first run: as long as Stripe retries deliveries. */
const INITIAL_LOOKBACK_S = 3 * 24 * 60 * 60;

/** The events since `from` (epoch seconds) that can change a subscription, oldest first, until now. */
export async function readEvents(stripe: Stripe, from: number) {
  const now = Math.floor(Date.now() / 1000);
  const newestFirst: StripeEvent[] = [];
  const params = { types: [...WEBHOOK_EVENTS], created: { gte: from }, limit: PAGE_SIZE };
  for await (const event of stripe.events.list(params)) {
    const parsed = parseEvent(event);
    if (parsed) newestFirst.push(parsed);
  }
  // The cursor is stored without events too: its age measures reconciliation lag.
  return { events: newestFirst.toReversed(), readUntil: now };
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

/**
 * The events that are not in the ledger, in their order: of a linked customer, or of one of our users. Others
 * are of other products in the same Stripe account, which may have thousands of customers.
 */
export async function findMissedEvents(database: Database, events: readonly StripeEvent[]) {
  // One parameter: a statement holds 65,535 of them. A subquery with a limit is looked up by index for each
  // event, where `exists` would read the tables whole.
  const { rows } = await database.execute(sql`
    select event.id from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      as event (id text, "customerId" text, "userId" uuid)
    where (select id from ${stripeEvents} where id = event.id limit 1) is null and coalesce(
      (select user_id from ${customers} where stripe_customer_id = event."customerId" limit 1),
      (select id from ${users} where id = event."userId" limit 1)) is not null`);
  const missed = new Set(rows.map(({ id }) => id));
  return events.filter(({ id }) => missed.has(id));
}
