import { eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, test, vi } from "vitest";
import { customers } from "#drizzle/schema";
import {
  createSubscriber,
  openRequest,
  readRow,
  type TestRequest,
  turn,
  withoutStripe,
} from "../../tests/support/billing-world";
import { createPerson, openSession } from "../../tests/support/worker-world";
import { CancelBillingError, cancelBilling } from "./cancel-for-deletion.server";
import { startCheckout } from "./checkout/checkout.server";
import { createBillingContext, createStripe } from "./stripe/stripe.server";
import { syncCustomer } from "./sync/sync.server";

const platform = openRequest();
const stripe = createStripe(platform.config.stripe);
afterAll(() => platform.database.close());

const order = {
  planId: "pro" as const,
  priceId: platform.config.stripe.prices.pro,
  successUrl: "http://localhost:8787/dashboard?paid=true",
  cancelUrl: "http://localhost:8787/pricing",
};

async function createLinkedSubscriber() {
  const subscriber = await createSubscriber(platform);
  await syncCustomer(await createBillingContext(platform), subscriber.customerId);
  return subscriber;
}

async function statusOf(subscriptionId: string): Promise<string> {
  return (await stripe.subscriptions.retrieve(subscriptionId)).status;
}

test("before an account is deleted its subscription is cancelled and its customer deleted", async () => {
  const { userId, customerId, subscriptionId } = await createLinkedSubscriber();
  await cancelBilling(platform, userId);
  expect(await statusOf(subscriptionId)).toBe("canceled");
  expect(await stripe.customers.retrieve(customerId)).toMatchObject({ deleted: true });
  expect(await readRow(platform, userId)).toMatchObject({
    stripeCustomerId: null,
    stripeSubscriptionStatus: null,
  });
});

test("what is owed for a change of plan is asked for, and nothing is given back", async () => {
  const { userId, customerId, subscriptionId } = await createLinkedSubscriber();
  const half = 15 * 86_400;
  await turn(platform, "advance", { customer: customerId, seconds: half });
  const subscription = await stripe.subscriptions.retrieve(subscriptionId);
  const [item] = subscription.items.data;
  await stripe.subscriptions.update(subscriptionId, {
    items: [{ id: item?.id ?? "", price: platform.config.stripe.prices.business }],
    proration_behavior: "create_prorations",
  });
  const before = (await stripe.invoices.list({ customer: customerId })).data;
  await cancelBilling(platform, userId);
  const [final, ...earlier] = (await stripe.invoices.list({ customer: customerId })).data;
  expect(earlier.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(final).toMatchObject({ status: "paid" });
  expect(final?.amount_paid).toBeGreaterThan(50_000);
});

test("ending the billing twice is as good as once", async () => {
  const { userId } = await createLinkedSubscriber();
  await cancelBilling(platform, userId);
  await expect(cancelBilling(platform, userId)).resolves.toBeUndefined();
});

test("who never bought anything has nothing to end", async () => {
  const { userId } = await createPerson(platform);
  await expect(cancelBilling(platform, userId)).resolves.toBeUndefined();
  await expect(cancelBilling(platform, crypto.randomUUID())).resolves.toBeUndefined();
});

test("an open checkout can no longer be paid, and no new one opens", async () => {
  const session = await openSession(platform, await createPerson(platform));
  const { userId } = session;
  const checkout = await startCheckout(platform, session, order, "api");
  if (!checkout.ok) throw new Error(checkout.reason);
  await cancelBilling(platform, userId);
  expect((await stripe.checkout.sessions.retrieve(checkout.id)).status).toBe("expired");
  expect(await startCheckout(platform, session, order, "api")).toEqual({
    ok: false,
    reason: "closing",
  });
});

test("while Stripe cannot be asked the deletion is stopped, and nothing has changed", async () => {
  const { userId, subscriptionId } = await createLinkedSubscriber();
  const before = await readRow(platform, userId);
  await expect(cancelBilling(withoutStripe(platform), userId)).rejects.toThrow(CancelBillingError);
  expect(await statusOf(subscriptionId)).toBe("active");
  expect(await readRow(platform, userId)).toMatchObject({
    stripeCustomerId: before?.stripeCustomerId,
    stripeSubscriptionStatus: "active",
    checkoutLeasedAt: null,
    billingClosedAt: null,
  });
});

test("a failure in the middle is made good by the next try", async () => {
  const { userId, customerId, subscriptionId } = await createLinkedSubscriber();
  await turn(platform, "faults", {
    method: "DELETE",
    path: `/v1/customers/${customerId}`,
    outcome: 500,
    times: 3,
  });
  await expect(cancelBilling(platform, userId)).rejects.toThrow(CancelBillingError);
  expect(await statusOf(subscriptionId)).toBe("canceled");
  await cancelBilling(platform, userId);
  expect(await stripe.customers.retrieve(customerId)).toMatchObject({ deleted: true });
});

describe("a failure is attributed to the system that failed", () => {
  /** Ends the request's database connection, as a failover or a restart does. */
  async function terminateConnection(request: TestRequest): Promise<() => Promise<void>> {
    const database = await request.database.get();
    const { rows } = await database.execute(sql`select pg_backend_pid() as pid`);
    const admin = await platform.database.get();
    return async () => {
      await admin.execute(sql`select pg_terminate_backend(${Number(rows[0]?.pid)}::int)`);
    };
  }

  test("a database that is down before Stripe is called is reported as the database", async () => {
    const { userId, subscriptionId } = await createLinkedSubscriber();
    await using request = openRequest();
    await (await terminateConnection(request))();
    await expect(cancelBilling(request, userId)).rejects.toMatchObject({ reason: "database" });
    expect(await statusOf(subscriptionId)).toBe("active");
  });

  test("a database that fails after the cancellation is reported as the database", async () => {
    const { userId, subscriptionId } = await createLinkedSubscriber();
    await using request = openRequest();
    const terminate = await terminateConnection(request);
    const realFetch = globalThis.fetch;
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const response = await realFetch(input, init);
      if (init?.method === "DELETE" && String(input).includes(subscriptionId)) await terminate();
      return response;
    });
    const canceled = cancelBilling(request, userId);
    await expect(canceled).rejects.toThrow(/database/);
    await expect(canceled).rejects.not.toThrow(/payment provider/);
    vi.restoreAllMocks();
    expect(await statusOf(subscriptionId)).toBe("canceled");
  });

  test("a Stripe that does not respond is reported as the payment provider", async () => {
    const { userId, customerId } = await createLinkedSubscriber();
    const path = `/v1/customers/${customerId}`;
    await turn(platform, "faults", { method: "GET", path, outcome: "close", times: 6 });
    await expect(cancelBilling(platform, userId)).rejects.toMatchObject({
      reason: "payment-provider",
      message: expect.stringContaining("payment provider"),
    });
    await turn(platform, "reset", {});
  });

  test("a lease held by another request is reported as such", async () => {
    const { userId } = await createLinkedSubscriber();
    const database = await platform.database.get();
    await database
      .update(customers)
      .set({ checkoutLeasedAt: sql`now()` })
      .where(eq(customers.userId, userId));
    await expect(cancelBilling(platform, userId)).rejects.toMatchObject({ reason: "in-progress" });
  }, 15_000);
});
