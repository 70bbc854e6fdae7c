/** Syncs that wait for each other at the customer's row. */
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { customers, stripeEvents } from "#drizzle/schema";
import {
  createEvent,
  createSubscriber,
  isRecorded,
  openBilling,
  openRequest,
  readRow,
} from "../../../tests/support/worker/billing";
import { createPerson } from "../../../tests/support/worker/fixtures";
import type { AppliedEvent, SyncResult } from "./sync.server";

const { platform, stripe, sync, createSynced } = openBilling();

/** Greater than any version of a test. */
const NEWER = 1_000_000_000_000;

/** A synced subscriber whose row has a status that no sync writes. */
async function createSyncedSubscriber(trialDays?: number) {
  const subscriber = await createSynced("pro", trialDays);
  const database = await platform.database.get();
  await database
    .update(customers)
    .set({ stripeSubscriptionStatus: "before" })
    .where(eq(customers.userId, subscriber.userId));
  return subscriber;
}

type Changes = Partial<typeof customers.$inferInsert>;

/**
 * Starts a sync while another transaction holds the row. Once the sync waits, the other transaction changes
 * the row, records `recorded` and commits.
 */
async function syncBehind(
  customerId: string,
  event: AppliedEvent,
  { changes, recorded }: { changes: Changes; recorded?: AppliedEvent },
): Promise<SyncResult> {
  await using holder = openRequest();
  const database = await holder.database.get();
  const isCustomer = eq(customers.stripeCustomerId, customerId);
  const { waiting } = await database.transaction(async (tx) => {
    await tx.select().from(customers).where(isCustomer).for("update");
    const waiting = sync(customerId, event);
    for (let isBlocked = false; !isBlocked; ) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      const blocked = sql`select from pg_locks
        where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
      isBlocked = (await tx.execute(blocked)).rows.length > 0;
    }
    await tx.update(customers).set(changes).where(isCustomer);
    if (recorded) {
      const { id, type } = recorded;
      await tx.insert(stripeEvents).values({ id, type, createdAt: new Date() });
    }
    return { waiting };
  });
  return await waiting;
}

describe("a sync that waited for another transaction", () => {
  test("keeps the columns that only the other one wrote", async () => {
    const { userId, customerId } = await createSyncedSubscriber();
    const event = createEvent();
    const checkoutLeasedAt = new Date();
    const result = await syncBehind(customerId, event, { changes: { checkoutLeasedAt } });
    expect(result).toMatchObject({ outcome: "applied" });
    expect(await readRow(platform, userId)).toMatchObject({
      stripeSubscriptionStatus: "active",
      checkoutLeasedAt,
    });
    expect(await isRecorded(platform, event.id)).toBe(true);
  });

  test("does not overwrite a newer version, and records the event", async () => {
    const { userId, customerId } = await createSyncedSubscriber();
    const event = createEvent();
    const changes = { syncVersion: NEWER, stripeSubscriptionStatus: "newer" };
    const result = await syncBehind(customerId, event, { changes });
    expect(result).toMatchObject({ outcome: "applied" });
    expect(await readRow(platform, userId)).toMatchObject(changes);
    expect(await isRecorded(platform, event.id)).toBe(true);
  });

  test("records a trial that the newer version no longer saw", async () => {
    const { userId, customerId } = await createSyncedSubscriber(14);
    const changes = { syncVersion: NEWER, stripeSubscriptionStatus: null, trialUsedAt: null };
    await syncBehind(customerId, createEvent(), { changes });
    expect(await readRow(platform, userId)).toMatchObject({
      stripeSubscriptionStatus: null,
      trialUsedAt: expect.any(Date),
    });
  });

  test("writes nothing for an event that the other one recorded", async () => {
    const { userId, customerId } = await createSyncedSubscriber();
    const event = createEvent();
    const changes = { stripePriceId: "price_other" };
    const result = await syncBehind(customerId, event, { changes, recorded: event });
    expect(result).toMatchObject({ outcome: "duplicate" });
    expect(await readRow(platform, userId)).toMatchObject({
      ...changes,
      stripeSubscriptionStatus: "before",
    });
  });

  test("keeps a change of name that was made while Stripe was told the previous one", async () => {
    const { userId, customerId } = await createSyncedSubscriber();
    const database = await platform.database.get();
    await database
      .update(customers)
      .set({ detailsChangedAt: new Date(1) })
      .where(eq(customers.userId, userId));
    const changes = { detailsChangedAt: new Date(2) };
    await syncBehind(customerId, createEvent(), { changes });
    expect(await readRow(platform, userId)).toMatchObject(changes);
  });

  test("does not link a customer again that was unlinked", async () => {
    const { userId, customerId } = await createSyncedSubscriber();
    const event = createEvent();
    const changes = { stripeCustomerId: null, syncVersion: NEWER };
    const result = await syncBehind(customerId, event, { changes });
    expect(result).toMatchObject({ outcome: "unowned" });
    expect(await readRow(platform, userId)).toMatchObject(changes);
    expect(await isRecorded(platform, event.id)).toBe(false);
  });

  test("does not replace another customer that was linked", async () => {
    const { userId, customerId } = await createSyncedSubscriber();
    const other = await stripe.customers.create({ metadata: { userId } });
    const event = createEvent();
    const changes = { stripeCustomerId: other.id };
    const result = await syncBehind(customerId, event, { changes });
    expect(result).toMatchObject({ outcome: "unowned" });
    expect(await readRow(platform, userId)).toMatchObject(changes);
    expect(await isRecorded(platform, event.id)).toBe(false);
  });
});

test("of two customers of a user without a row, one is linked and the other leaves no trace", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { userId } = await createPerson(platform);
    const [first, second] = await Promise.all([
      stripe.customers.create({ metadata: { userId } }),
      stripe.customers.create({ metadata: { userId } }),
    ]);
    const attempts = [first, second, first, second].map(({ id }) => ({ id, event: createEvent() }));
    const results = await Promise.all(attempts.map(({ id, event }) => sync(id, event)));
    const linkedId = (await readRow(platform, userId))?.stripeCustomerId;
    expect([first.id, second.id]).toContain(linkedId);
    for (const [index, { id, event }] of attempts.entries()) {
      const isLinked = id === linkedId;
      expect(results[index]?.outcome).toBe(isLinked ? "applied" : "unowned");
      expect(await isRecorded(platform, event.id)).toBe(isLinked);
    }
  }
}, 60_000);

test("twelve concurrent syncs of the same events without a row apply each event once", async () => {
  for (let round = 0; round < 3; round += 1) {
    const { userId, customerId } = await createSubscriber(platform);
    const [a, b, c] = [createEvent(), createEvent(), createEvent()];
    const batches = [[a, b], [b, a], [b, c], [c, a], [a], [c, b, a]];
    const results = await Promise.all(
      [...batches, ...batches].map((events) => sync(customerId, ...events)),
    );
    const applied = results.filter(({ outcome }) => outcome === "applied");
    expect(applied.length).toBeLessThanOrEqual(3);
    for (const { id } of [a, b, c]) expect(await isRecorded(platform, id)).toBe(true);
    expect(await readRow(platform, userId)).toMatchObject({ stripeSubscriptionStatus: "active" });
  }
}, 60_000);
