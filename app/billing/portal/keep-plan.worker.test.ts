import { expect, test } from "vitest";
import { readProfile } from "~/account/profile/read-profile.server";
import { requireLiveSession } from "~/auth/session/live-session.server";
import { formatDatedText } from "~/ui/time/dated-text";
import { PLAN_NAMES } from "../../../tests/support/plans";
import { callStripeControl, openBilling, readRow } from "../../../tests/support/worker/billing";
import { openSession } from "../../../tests/support/worker/fixtures";
import { describeEmailedPlanChange } from "../plan/emailed-plan-change.server";
import { viewSubscription } from "../plan/subscription-view.server";
import { nextSyncVersion } from "../sync/sync-version.server";
import { keepPlan } from "./keep-plan.server";
import { createPortalUrl } from "./portal.server";

const { platform, stripe, prices, sync, createSynced } = openBilling();

type Subscriber = Awaited<ReturnType<typeof createSynced>>;

/** Switches in the portal, as a subscriber does. */
async function scheduleDowngrade({ customerId, subscriptionId }: Subscriber): Promise<void> {
  const returnUrl = "http://localhost:8787/settings/general";
  const flow = { type: "starter" as const, subscription: subscriptionId };
  const url = await createPortalUrl(platform, customerId, returnUrl, flow);
  const fields = { action: "switch", subscription: subscriptionId, price: prices.starter };
  const body = new URLSearchParams(fields);
  await fetch(url ?? "", { method: "POST", body, redirect: "manual" });
  await sync(customerId);
}

/** Resolves with what the settings say. */
async function keep(person: Subscriber) {
  const { customerId, subscriptionId: subscription } = person;
  const session = await openSession(platform, person);
  const database = await platform.database.get();
  const leftAt = Date.now();
  const version = await nextSyncVersion(database, customerId);
  const problem = await keepPlan(platform, { subscription, version });
  const profile = await readProfile(database, requireLiveSession(session), leftAt);
  const plan = viewSubscription(profile?.customer, platform.config.planCatalog);
  const notice =
    problem ??
    (profile?.emailedPlanChange && describeEmailedPlanChange(profile.emailedPlanChange, plan));
  return notice ? formatDatedText(notice.text, "UTC") : null;
}

test("a scheduled downgrade is undone, and doing it twice changes nothing", async () => {
  const person = await createSynced("business");
  await scheduleDowngrade(person);
  expect(await readRow(platform, person.userId)).toMatchObject({
    stripeNextPriceId: prices.starter,
  });
  expect(await keep(person)).toBe(`You’re keeping ${PLAN_NAMES.business}.`);
  expect(await keep(person)).toBeNull();
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
  await sync(person.customerId);
  expect(await keep(person)).toContain(`You’re keeping ${PLAN_NAMES.business}`);
  expect(await stripe.subscriptions.retrieve(person.subscriptionId)).toMatchObject({
    cancel_at: null,
    cancel_at_period_end: false,
  });
  expect(await readRow(platform, person.userId)).toMatchObject({ cancelAt: null });
});

test("a plan that has ended at Stripe is not kept, and no second try is asked for", async () => {
  const person = await createSynced("business");
  await stripe.subscriptions.cancel(person.subscriptionId);
  expect(await keep(person)).toBe("We couldn’t keep this plan. Your plan is as shown below.");
  expect(await readRow(platform, person.userId)).toMatchObject({
    stripeSubscriptionStatus: "canceled",
  });
});

test.each([
  ["no response", "POST", { outcome: "close", times: 3 }, "We don’t know whether this worked"],
  ["a rejection", "POST", { outcome: 400, times: 1 }, "couldn’t keep this plan"],
  ["no response to the read", "GET", { outcome: "close", times: 3 }, "so nothing was changed"],
])("%s throws nothing, is told, and leaves the plan as it is", async (_, method, fault, told) => {
  const person = await createSynced("business");
  await stripe.subscriptions.update(person.subscriptionId, { cancel_at_period_end: true });
  await sync(person.customerId);
  const { customerId, subscriptionId } = person;
  const path = method === "GET" ? `customers/${customerId}` : `subscriptions/${subscriptionId}`;
  await callStripeControl(platform, "faults", { path: `/v1/${path}`, method, ...fault });
  expect(await keep(person)).toContain(told);
  expect((await readRow(platform, person.userId))?.cancelAt).not.toBeNull();
});
