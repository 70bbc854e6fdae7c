import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { stripeEvents, stripeSyncQueue, users } from "#drizzle/schema";
import {
  callStripeControl,
  createSubscriber,
  isRecorded,
  openBilling,
  readRow,
  withFailingStripe,
} from "../../../tests/support/worker/billing";
import { advanceCursor, EVENT_OVERLAP_S, findMissedEvents } from "./event-feed.server";
import { deleteExpiredEvents, reconcileSubscriptions } from "./reconcile.server";
import { completeSync, enqueueSyncs, leaseDueSyncs } from "./sync-queue.server";

const { platform, stripe, sync, createSynced } = openBilling();

const ago = (interval: string) => sql`now() - ${interval}::interval`;

/** Moves the cursor to now, so that events of other tests are skipped. */
async function resetCursor(): Promise<void> {
  await advanceCursor(
    await platform.database.get(),
    Math.floor(Date.now() / 1000) + EVENT_OVERLAP_S,
  );
}

async function readRetry(customerId: string) {
  const database = await platform.database.get();
  const [retry] = await database
    .select()
    .from(stripeSyncQueue)
    .where(eq(stripeSyncQueue.stripeCustomerId, customerId));
  return retry;
}

/** Makes Stripe fail for one customer only. */
function failCustomer(customerId: string, times = 1): Promise<unknown> {
  const path = `/v1/customers/${customerId}`;
  return callStripeControl(platform, "faults", { method: "GET", path, outcome: 500, times });
}

describe("reconciliation", () => {
  test("applies missed events once", async () => {
    await resetCursor();
    const { userId, customerId } = await createSubscriber(platform);
    await reconcileSubscriptions(platform);
    const row = await readRow(platform, userId);
    expect(row).toMatchObject({ stripeCustomerId: customerId, stripeSubscriptionStatus: "active" });
    await reconcileSubscriptions(platform);
    expect((await readRow(platform, userId))?.syncVersion).toBe(row?.syncVersion);
  });

  test("skips events that a webhook has delivered", async () => {
    await resetCursor();
    const { customerId } = await createSubscriber(platform);
    const type = "customer.subscription.created";
    const events = stripe.events.list({ type, limit: 100 });
    const event = (await events.autoPagingToArray({ limit: 1_000 })).find(
      ({ data: { object } }) => "customer" in object && object.customer === customerId,
    );
    if (!event) throw new Error("Stripe lists no such event");
    await sync(customerId, event);
    const database = await platform.database.get();
    expect(await findMissedEvents(database, [{ ...event, customerId, userId: undefined }])).toEqual(
      [],
    );
  });

  test("finds our missed event among thousands of other products of the Stripe account", async () => {
    await resetCursor();
    const [unlinked, linked] = [await createSubscriber(platform), await createSynced()];
    const foreign = await stripe.customers.create({ email: "stranger@example.com" });
    const event = { type: "customer.subscription.updated", created: 1, livemode: false };
    const toEvent = (customerId: string, userId?: string) => ({
      ...event,
      id: `evt_${crypto.randomUUID()}`,
      customerId,
      userId,
    });
    const ours = [toEvent(unlinked.customerId, unlinked.userId), toEvent(linked.customerId)];
    const others = Array.from({ length: 2_000 }, () => toEvent(foreign.id, crypto.randomUUID()));
    const database = await platform.database.get();
    expect(await findMissedEvents(database, [...others, ...ours])).toEqual(ours);

    await reconcileSubscriptions(platform);
    expect(await readRow(platform, unlinked.userId)).toMatchObject({
      stripeSubscriptionStatus: "active",
    });
    expect(await readRetry(foreign.id)).toBeUndefined();
  });

  test("retries a failing customer later, without blocking others", async () => {
    await resetCursor();
    const [failing, other] = [await createSubscriber(platform), await createSubscriber(platform)];
    await failCustomer(failing.customerId);
    await reconcileSubscriptions(platform);
    expect(await readRow(platform, failing.userId)).toBeUndefined();
    expect(await readRow(platform, other.userId)).toMatchObject({
      stripeSubscriptionStatus: "active",
    });
    expect(await readRetry(failing.customerId)).toMatchObject({ attempts: 1 });

    await reconcileSubscriptions(platform);
    expect(await readRow(platform, failing.userId)).toBeUndefined();
    const database = await platform.database.get();
    await database.update(stripeSyncQueue).set({ nextAttemptAt: ago("1 second") });
    await reconcileSubscriptions(platform);
    expect(await readRow(platform, failing.userId)).toMatchObject({
      stripeSubscriptionStatus: "active",
    });
    expect(await readRetry(failing.customerId)).toBeUndefined();
  });

  test("does not lose a customer that is queued again during its sync", async () => {
    await resetCursor();
    await reconcileSubscriptions(platform);
    const database = await platform.database.get();
    const id = `cus_${crypto.randomUUID()}`;
    await enqueueSyncs(database, [id]);
    const [lease] = await leaseDueSyncs(database, 1);
    if (lease?.customerId !== id) throw new Error("Another customer was due");
    expect(await leaseDueSyncs(database, 1)).toEqual([]);
    await enqueueSyncs(database, [id]);
    await completeSync(database, lease);
    expect(await readRetry(id)).toMatchObject({ attempts: 1 });
    await database.delete(stripeSyncQueue).where(eq(stripeSyncQueue.stripeCustomerId, id));
  });

  test("syncs a queued customer without an event", async () => {
    await resetCursor();
    const { userId, customerId } = await createSubscriber(platform);
    const { data } = await stripe.events.list({ limit: 20 });
    const database = await platform.database.get();
    await database
      .insert(stripeEvents)
      .values(
        data.map(({ id, type, created }) => ({ id, type, createdAt: new Date(created * 1000) })),
      )
      .onConflictDoNothing();
    await database
      .insert(stripeSyncQueue)
      .values({ stripeCustomerId: customerId, attempts: 0, nextAttemptAt: new Date() });
    await reconcileSubscriptions(platform);
    expect(await readRow(platform, userId)).toMatchObject({ stripeSubscriptionStatus: "active" });
    expect(await readRetry(customerId)).toBeUndefined();
  });

  test("fails while Stripe is down, and leaves the rows unchanged", async () => {
    const { userId } = await createSynced();
    await expect(reconcileSubscriptions(withFailingStripe(platform))).rejects.toThrow();
    expect(await readRow(platform, userId)).toMatchObject({ stripeSubscriptionStatus: "active" });
  });
});

describe("a changed name", () => {
  const rename = async (userId: string, name: string) =>
    (await platform.database.get()).update(users).set({ name }).where(eq(users.id, userId));
  const readStripeName = async (customerId: string) => {
    const customer = await stripe.customers.retrieve(customerId);
    return customer.deleted ? undefined : customer.name;
  };

  test("is sent to Stripe by reconciliation", async () => {
    const { userId, customerId } = await createSynced();
    await rename(userId, "Anna Example");
    expect((await readRow(platform, userId))?.detailsChangedAt).not.toBeNull();
    await resetCursor();
    await reconcileSubscriptions(platform);
    expect(await readStripeName(customerId)).toBe("Anna Example");
    expect((await readRow(platform, userId))?.detailsChangedAt).toBeNull();
  });

  test("does not overwrite an operator's edit at Stripe unless it changes here", async () => {
    const { customerId } = await createSynced();
    await stripe.customers.update(customerId, { name: "Example Company" });
    await sync(customerId);
    expect(await readStripeName(customerId)).toBe("Example Company");
  });
});

test("the ledger is pruned after thirty days", async () => {
  const database = await platform.database.get();
  const [old, recent] = [`evt_${crypto.randomUUID()}`, `evt_${crypto.randomUUID()}`];
  const event = { type: "customer.subscription.updated", createdAt: new Date() };
  await database.insert(stripeEvents).values([
    { ...event, id: old, processedAt: ago("31 days") },
    { ...event, id: recent, processedAt: ago("29 days") },
  ]);
  await deleteExpiredEvents(database);
  expect(await isRecorded(platform, old)).toBe(false);
  expect(await isRecorded(platform, recent)).toBe(true);
});
