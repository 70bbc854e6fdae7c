import { eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { customers, stripeEvents } from "#drizzle/schema";
import type { Database } from "~/platform/database.server";
import {
  createSubscriber,
  isRecorded,
  openRequest,
  readRow,
  withoutStripe,
} from "../../tests/support/billing-world";
import { findDueCustomers, pruneLedger, resyncSubscriptions } from "./resync.server";
import { createStripe } from "./stripe.server";
import { syncCustomer } from "./sync.server";

const platform = openRequest();
const stripe = createStripe(platform.config.stripe);
afterAll(() => platform.database.close());

const ago = (interval: string) => sql`now() - ${interval}::interval`;

/** A subscriber whose row was synced a minute ago, then changed. */
async function createRow(changes: Changes) {
  const subscriber = await createSubscriber(platform);
  const database = await platform.database.get();
  await syncCustomer(database, stripe, subscriber.customerId);
  await set(subscriber.userId, { syncedAt: ago("1 minute"), ...changes });
  return subscriber;
}

type Changes = Parameters<ReturnType<Database["update"]>["set"]>[0];

async function set(userId: string, changes: Changes): Promise<void> {
  const database = await platform.database.get();
  await database.update(customers).set(changes).where(eq(customers.userId, userId));
}

describe("the backstop re-reads", () => {
  test.each<[string, boolean, Changes]>([
    ["a live subscription heard of just now", false, {}],
    ["a live subscription not heard of for six hours", true, { syncedAt: ago("7 hours") }],
    ["a live subscription never synced", true, { syncedAt: null }],
    [
      "an ended subscription, however old",
      false,
      { stripeSubscriptionStatus: "canceled", syncedAt: ago("90 days") },
    ],
    [
      "a period that ended since it was heard of",
      true,
      { currentPeriodEnd: ago("20 minutes"), syncedAt: ago("1 hour") },
    ],
    [
      "a trial that ended since it was heard of",
      true,
      { trialEnd: ago("20 minutes"), syncedAt: ago("1 hour") },
    ],
    [
      "a cancellation that took effect since it was heard of",
      true,
      { cancelAt: ago("20 minutes"), syncedAt: ago("1 hour") },
    ],
    [
      "a trial that had ended before it was heard of",
      false,
      { trialEnd: ago("20 days"), syncedAt: ago("1 hour") },
    ],
    [
      "a date that has only just passed",
      false,
      { currentPeriodEnd: ago("5 minutes"), syncedAt: ago("1 hour") },
    ],
    [
      "a checkout of yesterday that nothing was heard of",
      true,
      {
        stripeSubscriptionStatus: null,
        checkoutOpenedAt: ago("1 day"),
        syncedAt: ago("2 hours"),
      },
    ],
    [
      "a checkout of last week",
      false,
      {
        stripeSubscriptionStatus: null,
        checkoutOpenedAt: ago("7 days"),
        syncedAt: ago("2 hours"),
      },
    ],
  ])("%s: %s", async (_, isDue, changes) => {
    const { userId, customerId } = await createRow(changes);
    const due = await findDueCustomers(await platform.database.get());
    expect(due.includes(customerId)).toBe(isDue);
    await set(userId, { syncedAt: sql`now()` });
  });
});

test("a subscription whose webhooks were all missed is recovered", async () => {
  const { userId, subscriptionId } = await createRow({ syncedAt: ago("7 hours") });
  await stripe.subscriptions.cancel(subscriptionId);
  await resyncSubscriptions(platform);
  expect(await readRow(platform, userId)).toMatchObject({ stripeSubscriptionStatus: "canceled" });
});

test("while Stripe cannot be asked the run ends early and leaves the rows as they are", async () => {
  const { userId } = await createRow({ syncedAt: ago("7 hours") });
  await resyncSubscriptions(withoutStripe(platform));
  expect(await readRow(platform, userId)).toMatchObject({ stripeSubscriptionStatus: "active" });
  await set(userId, { syncedAt: sql`now()` });
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
