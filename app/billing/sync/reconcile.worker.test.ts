import { eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { customers, stripeEvents, stripeRetries, users } from "#drizzle/schema";
import type { Database } from "~/platform/database.server";
import {
  callStripeControl,
  createSubscriber,
  isRecorded,
  openRequest,
  readRow,
  withFailingStripe,
} from "../../../tests/support/billing-world";
import { createBillingContext, createStripe } from "../stripe/stripe.server";
import { findUnrecordedEvents, moveCursor, OVERLAP_S } from "./event-feed.server";
import { pruneLedger, reconcileSubscriptions } from "./reconcile.server";
import { syncCustomer } from "./sync.server";
import { deleteRetry, recordFailedSync } from "./sync-retries.server";
import { tellStripe } from "./sync-user.server";

const platform = openRequest();
const stripe = createStripe(platform.config.stripe);
afterAll(() => platform.database.close());

const ago = (interval: string) => sql`now() - ${interval}::interval`;

/** A subscriber whose row was synced. */
async function createRow() {
  const subscriber = await createSubscriber(platform);
  await syncCustomer(await createBillingContext(platform), subscriber.customerId);
  return subscriber;
}

type Changes = Parameters<ReturnType<Database["update"]>["set"]>[0];

async function set(userId: string, changes: Changes): Promise<void> {
  const database = await platform.database.get();
  await database.update(customers).set(changes).where(eq(customers.userId, userId));
}

/** What the feed starts from: nothing that happened before this test matters to it. */
async function startFeedNow(): Promise<void> {
  await moveCursor(await platform.database.get(), Math.floor(Date.now() / 1000) + OVERLAP_S);
}

async function readRetry(customerId: string) {
  const database = await platform.database.get();
  const [retry] = await database
    .select()
    .from(stripeRetries)
    .where(eq(stripeRetries.stripeCustomerId, customerId));
  return retry;
}

/** Makes Stripe fail for one customer alone. */
function poison(customerId: string, times = 1): Promise<unknown> {
  const path = `/v1/customers/${customerId}`;
  return callStripeControl(platform, "faults", { method: "GET", path, outcome: 500, times });
}

describe("reconciliation", () => {
  test("applies what happened and no webhook brought, and does not do it again", async () => {
    await startFeedNow();
    const { userId, customerId } = await createSubscriber(platform);
    await reconcileSubscriptions(platform);
    const row = await readRow(platform, userId);
    expect(row).toMatchObject({ stripeCustomerId: customerId, stripeSubscriptionStatus: "active" });
    await reconcileSubscriptions(platform);
    expect((await readRow(platform, userId))?.syncTicket).toBe(row?.syncTicket);
  });

  test("asks nothing about events that a webhook has brought", async () => {
    await startFeedNow();
    const { customerId } = await createSubscriber(platform);
    const { data } = await stripe.events.list({ type: "customer.subscription.created" });
    const event = data.find(
      ({ data: { object } }) => "customer" in object && object.customer === customerId,
    );
    if (!event) throw new Error("Stripe lists no such event");
    await syncCustomer(await createBillingContext(platform), customerId, [event]);
    const database = await platform.database.get();
    expect(await findUnrecordedEvents(database, [{ ...event, customerId }])).toEqual([]);
  });

  test("tries a customer that fails again later, and lets everybody else pass", async () => {
    await startFeedNow();
    const [ill, well] = [await createSubscriber(platform), await createSubscriber(platform)];
    await poison(ill.customerId);
    await reconcileSubscriptions(platform);
    expect(await readRow(platform, ill.userId)).toBeUndefined();
    expect(await readRow(platform, well.userId)).toMatchObject({
      stripeSubscriptionStatus: "active",
    });
    expect(await readRetry(ill.customerId)).toMatchObject({ attempts: 1 });

    await reconcileSubscriptions(platform);
    expect(await readRow(platform, ill.userId)).toBeUndefined();
    const database = await platform.database.get();
    await database.update(stripeRetries).set({ nextAttemptAt: ago("1 second") });
    await reconcileSubscriptions(platform);
    expect(await readRow(platform, ill.userId)).toMatchObject({
      stripeSubscriptionStatus: "active",
    });
    expect(await readRetry(ill.customerId)).toBeUndefined();
  });

  test("waits longer after each failure, a day at most, and never gives up", async () => {
    const database = await platform.database.get();
    const id = `cus_${crypto.randomUUID()}`;
    for (let failure = 0; failure < 2; failure += 1) await recordFailedSync(database, id);
    const minutes = ((await readRetry(id))?.nextAttemptAt.getTime() ?? 0) - Date.now();
    expect(Math.round(minutes / 60_000)).toBe(30);
    for (let failure = 2; failure < 20; failure += 1) await recordFailedSync(database, id);
    const hours = ((await readRetry(id))?.nextAttemptAt.getTime() ?? 0) - Date.now();
    expect(Math.round(hours / 3_600_000)).toBe(24);
    await deleteRetry(database, id);
  });

  test("reads a customer again who is queued, though no event says so", async () => {
    await startFeedNow();
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
      .insert(stripeRetries)
      .values({ stripeCustomerId: customerId, attempts: 0, nextAttemptAt: new Date() });
    await reconcileSubscriptions(platform);
    expect(await readRow(platform, userId)).toMatchObject({ stripeSubscriptionStatus: "active" });
    expect(await readRetry(customerId)).toBeUndefined();
  });

  test("stops when Stripe cannot be reached at all, and leaves the rows as they are", async () => {
    const { userId } = await createRow();
    await expect(reconcileSubscriptions(withFailingStripe(platform))).rejects.toThrow();
    expect(await readRow(platform, userId)).toMatchObject({ stripeSubscriptionStatus: "active" });
  });
});

describe("a new name", () => {
  const rename = async (userId: string, name: string) =>
    (await platform.database.get()).update(users).set({ name }).where(eq(users.id, userId));
  const nameOf = async (customerId: string) => {
    const customer = await stripe.customers.retrieve(customerId);
    return customer.deleted ? undefined : customer.name;
  };

  test("is told to Stripe at once", async () => {
    const { userId, customerId } = await createRow();
    await rename(userId, "Anna Example");
    await tellStripe(platform, userId);
    expect(await nameOf(customerId)).toBe("Anna Example");
    expect((await readRow(platform, userId))?.contactChangedAt).toBeNull();
  });

  test("that Stripe did not take is told by reconciliation", async () => {
    const { userId, customerId } = await createRow();
    await rename(userId, "Anna Example");
    await tellStripe(withFailingStripe(platform), userId);
    expect((await readRow(platform, userId))?.contactChangedAt).not.toBeNull();
    await set(userId, { contactChangedAt: ago("6 minutes") });
    await startFeedNow();
    await reconcileSubscriptions(platform);
    expect(await nameOf(customerId)).toBe("Anna Example");
    expect((await readRow(platform, userId))?.contactChangedAt).toBeNull();
  });

  test("is left to the operator's own words at Stripe while nothing changes here", async () => {
    const { userId, customerId } = await createRow();
    await stripe.customers.update(customerId, { name: "Example Company" });
    await syncCustomer(await createBillingContext(platform), customerId);
    await tellStripe(platform, userId);
    expect(await nameOf(customerId)).toBe("Example Company");
  });
});

test("the ledger forgets events after thirty days", async () => {
  const database = await platform.database.get();
  const [old, recent] = [`evt_${crypto.randomUUID()}`, `evt_${crypto.randomUUID()}`];
  const event = { type: "customer.subscription.updated", createdAt: new Date() };
  await database.insert(stripeEvents).values([
    { ...event, id: old, processedAt: ago("31 days") },
    { ...event, id: recent, processedAt: ago("29 days") },
  ]);
  await pruneLedger(database);
  expect(await isRecorded(platform, old)).toBe(false);
  expect(await isRecorded(platform, recent)).toBe(true);
});
