import { expect, test } from "vitest";
import {
  callStripeControl,
  createSubscriber,
  openBilling,
  readRow,
  withFailingStripe,
} from "../../../tests/support/worker/billing";
import type { BillingFlow } from "../plan/links";
import { readStripeCustomer } from "../sync/stripe-customer.server";
import { readPayment } from "../sync/stripe-payment.server";
import { createPortalUrl, openBilling as openPortal } from "./portal.server";

const { platform, stripe, prices, sync, createSynced } = openBilling();

type Subscriber = Awaited<ReturnType<typeof createSubscriber>>;

const RETURN_URL = "http://localhost:8787/account/billing/return";

test("a subscriber gets a portal page that links to the return URL", async () => {
  const { customerId } = await createSubscriber(platform);
  const url = await createPortalUrl(platform, customerId, RETURN_URL);
  const page = await (await fetch(url ?? "")).text();
  expect(page).toContain(`href="${RETURN_URL}"`);
});

const openStep = ({ customerId, subscriptionId }: Subscriber, flow: BillingFlow) =>
  createPortalUrl(platform, customerId, RETURN_URL, {
    type: flow,
    subscription: subscriptionId,
  });

async function readCard({ customerId }: Subscriber) {
  const customer = await readStripeCustomer(stripe, customerId);
  return readPayment(customer, customer.subscriptions[0]).card;
}

async function createFlowPage(
  flow: BillingFlow,
  prepare?: (person: Subscriber) => Promise<unknown>,
) {
  const person = await createSynced();
  await prepare?.(person);
  const url = await openStep(person, flow);
  return { person, url: url ?? "", html: await (await fetch(url ?? "")).text() };
}

test.each<[BillingFlow, string]>([
  ["business", "Confirm your updates"],
  ["starter", "Confirm your updates"],
  ["cancel", "Cancel your plan"],
  ["card", "Update your payment method"],
])("the flow %s opens only its own page", async (flow, title) => {
  const { html } = await createFlowPage(flow);
  expect(html).toContain(`<h1>${title}</h1>`);
  expect(html).not.toContain("Current subscription");
});

test.each<[string, BillingFlow, (person: Subscriber) => Promise<unknown>]>([
  ["to the current plan", "pro", async () => {}],
  [
    "of a plan that is already canceled",
    "cancel",
    ({ subscriptionId }) =>
      stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }),
  ],
  [
    "to another plan of an ended subscription",
    "business",
    ({ subscriptionId }) => stripe.subscriptions.cancel(subscriptionId),
  ],
  [
    "of a plan whose switch is already scheduled",
    "business",
    async (person) => {
      const url = await openStep(person, "starter");
      const body = new URLSearchParams({
        action: "switch",
        subscription: person.subscriptionId,
        price: prices.starter,
      });
      await fetch(url ?? "", { method: "POST", body, redirect: "manual" });
    },
  ],
])("a step %s opens the whole portal", async (_, flow, prepare) => {
  const { html } = await createFlowPage(flow, prepare);
  expect(html).toContain("Current subscription");
});

test("a new card pays for the plan, although Checkout stored the first one on the subscription", async () => {
  const { person, url } = await createFlowPage("card");
  const body = new URLSearchParams({
    action: "card",
    cardNumber: "4000 0000 0000 0341",
    expiry: "12 / 40",
    cvc: "123",
    name: "Ann Example",
  });
  const done = await fetch(url, { method: "POST", body, redirect: "manual" });
  expect(done.headers.get("location")).toBe(RETURN_URL);
  // The first card is removed from the subscription in the background.
  await expect.poll(() => readCard(person)).toBe("Visa ending in 0341");
});

test("opening the card form and leaving it keeps the current card, also after a lost response", async () => {
  const person = await createSynced();
  const path = `/v1/customers/${person.customerId}`;
  await callStripeControl(platform, "faults", { path, when: "after", outcome: "close", times: 1 });
  expect(await openStep(person, "card")).toContain("/p/session/");
  expect(await readCard(person)).toBe("Visa ending in 4242");
});

test("a lost response throws, and opens no other page", async () => {
  const lost = createFlowPage("business", ({ subscriptionId }) =>
    callStripeControl(platform, "faults", {
      path: `/v1/subscriptions/${subscriptionId}`,
      outcome: "close",
      times: 3,
    }),
  );
  await expect(lost).rejects.toThrow();
});

test("a refusal of the whole portal throws", async () => {
  const { customerId } = await createSubscriber(platform);
  // An account whose portal settings were never saved answers so.
  const refused = createPortalUrl(withFailingStripe(platform), customerId, RETURN_URL);
  await expect(refused).rejects.toThrow();
});

test("the portal opens for a live plan, and for invoices after its end", async () => {
  const person = await createSynced();
  const open = async (flow?: BillingFlow) => {
    const customer = (await readRow(platform, person.userId)) ?? null;
    return openPortal(platform, { id: person.userId, customer }, flow);
  };
  expect(await open()).toContain("/p/session/");
  await stripe.subscriptions.cancel(person.subscriptionId);
  await sync(person.customerId);
  expect(await open()).toBeUndefined();
  expect(await open("cancel")).toBeUndefined();
  expect(await open("invoices")).toContain("/p/session/");
});

test("while a switch is scheduled, canceling leads to the page that says what to do first", async () => {
  const person = await createSynced();
  const url = await openStep(person, "starter");
  const fields = { action: "switch", subscription: person.subscriptionId, price: prices.starter };
  await fetch(url ?? "", { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
  await sync(person.customerId);
  const customer = (await readRow(platform, person.userId)) ?? null;
  const opened = await openPortal(platform, { id: person.userId, customer }, "cancel");
  expect(opened).toBe(`${platform.config.siteUrl}/settings/general`);
});

test("a user whose customer was deleted at Stripe gets none, and is unlinked", async () => {
  const { userId, customerId } = await createSynced();
  await stripe.customers.del(customerId);
  expect(await createPortalUrl(platform, customerId, RETURN_URL)).toBeUndefined();
  expect(await readRow(platform, userId)).toMatchObject({ stripeCustomerId: null });
});
