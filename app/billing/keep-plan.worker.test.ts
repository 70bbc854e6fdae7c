import { expect, test } from "vitest";
import { callStripeControl, openBilling, readRow } from "../../tests/support/worker/billing";
import { keepPlan } from "./keep-plan.server";
import { createPortalUrl, findInvoiceUrl } from "./portal.server";

const { platform, stripe, prices, sync, createSynced } = openBilling();

type Subscriber = Awaited<ReturnType<typeof createSynced>>;

/** In the portal, as a subscriber does it. */
async function scheduleDowngrade({ customerId, subscriptionId }: Subscriber): Promise<void> {
  const returnUrl = "http://localhost:8787/settings/general";
  const flow = { type: "starter" as const, subscription: subscriptionId };
  const url = await createPortalUrl(platform, customerId, returnUrl, flow);
  const fields = { action: "switch", subscription: subscriptionId, price: prices.starter };
  const body = new URLSearchParams(fields);
  await fetch(url ?? "", { method: "POST", body, redirect: "manual" });
  await sync(customerId);
}

/** Resolves with whether Stripe accepted it. */
async function keep({ customerId, subscriptionId }: Subscriber): Promise<boolean> {
  const isKept = await keepPlan(platform, subscriptionId);
  await sync(customerId);
  return isKept;
}

test("a scheduled downgrade is undone, and doing it twice changes nothing", async () => {
  const person = await createSynced("business");
  await scheduleDowngrade(person);
  expect(await readRow(platform, person.userId)).toMatchObject({
    stripeNextPriceId: prices.starter,
  });
  await keep(person);
  await keep(person);
  expect(await readRow(platform, person.userId)).toMatchObject({
    stripePriceId: prices.business,
    stripeNextPriceId: null,
    stripeSubscriptionStatus: "active",
  });
});

test.each([
  ["by date, as the portal does", { cancel_at: Math.floor(Date.now() / 1000) + 86_400 }],
  ["at the end of the period, as the API does", { cancel_at_period_end: true }],
])("a cancellation %s is undone", async (_, cancellation) => {
  const person = await createSynced("business");
  await stripe.subscriptions.update(person.subscriptionId, cancellation);
  await keep(person);
  expect(await stripe.subscriptions.retrieve(person.subscriptionId)).toMatchObject({
    cancel_at: null,
    cancel_at_period_end: false,
  });
  expect(await readRow(platform, person.userId)).toMatchObject({ cancelAt: null });
});

test("a failure at Stripe throws nothing, and leaves the plan as it is", async () => {
  const person = await createSynced("business");
  await scheduleDowngrade(person);
  await callStripeControl(platform, "faults", {
    path: `/v1/subscriptions/${person.subscriptionId}`,
    outcome: "close",
    times: 3,
  });
  expect(await keep(person)).toBe(false);
  expect((await readRow(platform, person.userId))?.stripeNextPriceId).not.toBeNull();
});

test("the page of an unpaid invoice is found, and none without one", async () => {
  const person = await createSynced("business");
  expect(await findInvoiceUrl(platform, person.customerId)).toBeUndefined();
  const { customerId: customer } = person;
  await callStripeControl(platform, "decline", { on: true, customer });
  await callStripeControl(platform, "advance", { seconds: 32 * 86_400, customer });
  expect(await findInvoiceUrl(platform, person.customerId)).toContain("/i/in_");
});
