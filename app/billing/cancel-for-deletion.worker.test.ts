import { afterAll, expect, test } from "vitest";
import {
  callStripeControl,
  createSubscriber,
  openRequest,
  readRow,
  withFailingStripe,
} from "../../tests/support/billing-world";
import { createPerson, openSession } from "../../tests/support/worker-world";
import { BillingUnavailableError, cancelBilling } from "./cancel-for-deletion.server";
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
  await callStripeControl(platform, "advance", { customer: customerId, seconds: half });
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
  const checkout = await startCheckout(platform, session, order, "program");
  if (!checkout.ok) throw new Error(checkout.reason);
  await cancelBilling(platform, userId);
  expect((await stripe.checkout.sessions.retrieve(checkout.id)).status).toBe("expired");
  expect(await startCheckout(platform, session, order, "program")).toEqual({
    ok: false,
    reason: "closing",
  });
});

test("while Stripe cannot be asked the deletion is stopped, and nothing has changed", async () => {
  const { userId, subscriptionId } = await createLinkedSubscriber();
  const before = await readRow(platform, userId);
  await expect(cancelBilling(withFailingStripe(platform), userId)).rejects.toThrow(
    BillingUnavailableError,
  );
  expect(await statusOf(subscriptionId)).toBe("active");
  expect(await readRow(platform, userId)).toMatchObject({
    stripeCustomerId: before?.stripeCustomerId,
    stripeSubscriptionStatus: "active",
    checkoutClaimedAt: null,
    billingClosedAt: null,
  });
});

test("a failure in the middle is made good by the next try", async () => {
  const { userId, customerId, subscriptionId } = await createLinkedSubscriber();
  await callStripeControl(platform, "faults", {
    method: "DELETE",
    path: `/v1/customers/${customerId}`,
    outcome: 500,
    times: 3,
  });
  await expect(cancelBilling(platform, userId)).rejects.toThrow(BillingUnavailableError);
  expect(await statusOf(subscriptionId)).toBe("canceled");
  await cancelBilling(platform, userId);
  expect(await stripe.customers.retrieve(customerId)).toMatchObject({ deleted: true });
});
