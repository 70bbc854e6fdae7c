import { eq, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { describe, expect, test, vi } from "vitest";
import { customers } from "#drizzle/schema";
import { PERIOD_DAYS, PRICES } from "../../../tests/support/plans";
import {
  callStripeControl,
  openBilling,
  openRequest,
  readRow,
  shortenTimeouts,
  type TestRequest,
  withFailingStripe,
} from "../../../tests/support/worker/billing";
import { createPerson } from "../../../tests/support/worker/fixtures";
import { CancelBillingError, cancelBilling } from "./cancel-billing.server";

const { platform, stripe, createBuyer, checkOut, createSynced } = openBilling();

async function readStatus(subscriptionId: string): Promise<string> {
  return (await stripe.subscriptions.retrieve(subscriptionId)).status;
}

test("cancels the subscription and deletes the customer, and may be repeated", async () => {
  const { userId, customerId, subscriptionId } = await createSynced();
  await cancelBilling(platform, userId);
  expect(await readStatus(subscriptionId)).toBe("canceled");
  expect(await stripe.customers.retrieve(customerId)).toMatchObject({ deleted: true });
  expect(await readRow(platform, userId)).toMatchObject({
    stripeCustomerId: null,
    stripeSubscriptionStatus: "canceled",
  });
  await expect(cancelBilling(platform, userId)).resolves.toBeUndefined();
});

test("charges and refunds nothing: Stripe would discard the draft of a final invoice", async () => {
  const { userId, customerId, subscriptionId } = await createSynced();
  const seconds = Math.floor(PERIOD_DAYS.pro / 2) * 86_400;
  await callStripeControl(platform, "advance", { customer: customerId, seconds });
  const price = await stripe.prices.create({
    product: platform.config.planCatalog.products.business,
    currency: "usd",
    unit_amount: 3 * PRICES.pro.cents,
    recurring: { interval: PRICES.pro.interval },
  });
  const subscription = await stripe.subscriptions.retrieve(subscriptionId);
  const [item] = subscription.items.data;
  await stripe.subscriptions.update(subscriptionId, {
    items: [{ id: item?.id ?? "", price: price.id }],
    proration_behavior: "create_prorations",
  });
  const before = (await stripe.invoices.list({ customer: customerId })).data;
  expect(before).toMatchObject([{ status: "paid" }]);
  await cancelBilling(platform, userId);
  expect((await stripe.invoices.list({ customer: customerId })).data).toEqual(before);
  const created: (Stripe.Event["data"]["object"] & { customer?: unknown })[] = [];
  for await (const { data } of stripe.events.list({ type: "invoice.created" })) {
    created.push(data.object);
  }
  expect(created.filter(({ customer }) => customer === customerId)).toHaveLength(1);
});

test("does nothing for a user without a customer, and for an unknown user", async () => {
  const { userId } = await createPerson(platform);
  await expect(cancelBilling(platform, userId)).resolves.toBeUndefined();
  await expect(cancelBilling(platform, crypto.randomUUID())).resolves.toBeUndefined();
});

test("expires open checkouts and blocks new ones", async () => {
  const buyer = await createBuyer();
  const checkout = await checkOut(buyer);
  if (!checkout.ok) throw new Error(checkout.error);
  await cancelBilling(platform, buyer.userId);
  expect((await stripe.checkout.sessions.retrieve(checkout.value.id)).status).toBe("expired");
  expect(await checkOut(buyer)).toEqual({ ok: false, error: "closing" });
});

test("fails without a change while Stripe rejects calls", async () => {
  const { userId, subscriptionId } = await createSynced();
  const before = await readRow(platform, userId);
  await expect(cancelBilling(withFailingStripe(platform), userId)).rejects.toMatchObject({
    message: expect.stringContaining("your account was not deleted"),
  });
  expect(await readStatus(subscriptionId)).toBe("active");
  expect(await readRow(platform, userId)).toMatchObject({
    stripeCustomerId: before?.stripeCustomerId,
    stripeSubscriptionStatus: "active",
    checkoutLeasedAt: null,
    billingClosedAt: null,
  });
});

test("resumes after a failure half-way", async () => {
  const { userId, customerId, subscriptionId } = await createSynced();
  await callStripeControl(platform, "faults", {
    method: "DELETE",
    path: `/v1/customers/${customerId}`,
    outcome: 500,
    times: 3,
  });
  await expect(cancelBilling(platform, userId)).rejects.toThrow(CancelBillingError);
  expect(await readStatus(subscriptionId)).toBe("canceled");
  await cancelBilling(platform, userId);
  expect(await stripe.customers.retrieve(customerId)).toMatchObject({ deleted: true });
});

describe("a failure that is not Stripe’s", () => {
  /** Ends the request's database connection, as a failover or a restart does. */
  async function terminateConnection(request: TestRequest): Promise<() => Promise<void>> {
    const database = await request.database.get();
    const { rows } = await database.execute(sql`select pg_backend_pid() as pid`);
    const admin = await platform.database.get();
    return async () => {
      await admin.execute(sql`select pg_terminate_backend(${Number(rows[0]?.pid)}::int)`);
    };
  }

  test("of a database that is down cancels nothing at Stripe", async () => {
    const { userId, subscriptionId } = await createSynced();
    await using request = openRequest();
    await (await terminateConnection(request))();
    await expect(cancelBilling(request, userId)).rejects.toThrow(CancelBillingError);
    expect(await readStatus(subscriptionId)).toBe("active");
  });

  test("of a database after the cancellation says that the account stays", async () => {
    const { userId, subscriptionId } = await createSynced();
    await using request = openRequest();
    const terminate = await terminateConnection(request);
    const realFetch = globalThis.fetch;
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const response = await realFetch(input, init);
      if (init?.method === "DELETE" && String(input).includes(subscriptionId)) await terminate();
      return response;
    });
    const canceled = cancelBilling(request, userId);
    await expect(canceled).rejects.toThrow(
      /not deleted. Your subscription may be canceled already/,
    );
    vi.restoreAllMocks();
    expect(await readStatus(subscriptionId)).toBe("canceled");
  });

  test("of a lease held by another request is named in the log", async () => {
    shortenTimeouts("api");
    const { userId } = await createSynced();
    const database = await platform.database.get();
    await database
      .update(customers)
      .set({ checkoutLeasedAt: sql`now()` })
      .where(eq(customers.userId, userId));
    await expect(cancelBilling(platform, userId)).rejects.toMatchObject({
      name: "CancelBillingError",
      cause: new Error("Checkout in progress"),
    });
  });
});
