/** A new card while a switch is scheduled: the schedule brings no old one back, and loses nothing. */
import { expect, test, vi } from "vitest";
import { PERIOD_DAYS, PLAN_NAMES } from "../../../tests/support/plans";
import {
  callStripeControl,
  openBilling,
  openRequest,
  payCheckout,
  readReturning,
  readRow,
} from "../../../tests/support/worker/billing";
import { createPerson, openSession } from "../../../tests/support/worker/fixtures";
import type { BillingFlow } from "../plan/links";
import { viewSubscription } from "../plan/subscription-view.server";
import { completePortalReturn } from "./plan-return.server";
import { openBilling as openPortal } from "./portal.server";

const { platform, stripe, prices, sync } = openBilling();

const MASTERCARD = {
  action: "card",
  cardNumber: "5555555555554444",
  expiry: "12 / 40",
  cvc: "123",
  name: "Ann",
};

/** A subscriber who bought with a code. */
async function createDiscounted() {
  const person = await createPerson(platform);
  const { id: coupon } = await stripe.coupons.create({ percent_off: 20, duration: "forever" });
  const { userId } = person;
  const customer = await stripe.customers.create({ email: person.email, metadata: { userId } });
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    customer: customer.id,
    discounts: [{ coupon }],
    line_items: [{ price: prices.pro, quantity: 1 }],
    success_url: "http://127.0.0.1:9/",
  });
  await payCheckout(session);
  await sync(customer.id);
  const { subscription } = await stripe.checkout.sessions.retrieve(session.id);
  return { ...person, customerId: customer.id, subscriptionId: String(subscription) };
}

type Subscriber = Awaited<ReturnType<typeof createDiscounted>>;

/** One visit to Stripe and back, with what runs after each response. */
async function visitPortal(
  person: Subscriber,
  flow: BillingFlow | undefined,
  fields: Record<string, string>,
) {
  await using request = openRequest();
  const background: Promise<unknown>[] = [];
  const waiting = { ...request, waitUntil: (work: Promise<unknown>) => background.push(work) };
  const settle = async () => {
    while (background.length > 0) await Promise.all(background.splice(0));
  };
  const customer = (await readRow(platform, person.userId)) ?? null;
  const url = await openPortal(waiting, { id: person.userId, customer }, flow);
  await settle();
  const body = new URLSearchParams(fields);
  await fetch(url ?? "", { method: "POST", body, redirect: "manual" });
  const session = await openSession(platform, person);
  const user = await readReturning(waiting, session);
  await completePortalReturn(waiting, person.userId, user);
  await settle();
}

test.each([
  ["of its own step", "starter"],
  ["of the whole portal", undefined],
] as const)("after the switch %s it pays, and the discount stays", async (_, flow) => {
  const person = await createDiscounted();
  const { customerId, subscriptionId: subscription } = person;
  const { discounts } = await stripe.subscriptions.retrieve(subscription);
  expect(discounts).toHaveLength(1);
  await visitPortal(person, flow, { action: "switch", subscription, price: prices.starter });
  await visitPortal(person, "card", MASTERCARD);
  const seconds = PERIOD_DAYS.pro * 86_400;
  await callStripeControl(platform, "advance", { customer: customerId, seconds });
  await sync(customerId);
  expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ discounts });
  const row = await readRow(platform, person.userId);
  expect(viewSubscription(row, platform.config.planCatalog)).toMatchObject({
    planName: PLAN_NAMES.starter,
    card: "Mastercard ending in 4444",
  });
});

test("a default card that is chosen at once stays, also while Stripe is slow", async () => {
  const { userId, customerId, subscriptionId } = await createDiscounted();
  const path = `/v1/customers/${customerId}`;
  await callStripeControl(platform, "faults", { method: "POST", path, hangMs: 500 });
  await using request = openRequest();
  const background: Promise<unknown>[] = [];
  const waiting = { ...request, waitUntil: (work: Promise<unknown>) => background.push(work) };
  const customer = (await readRow(platform, userId)) ?? null;
  await openPortal(waiting, { id: userId, customer }, undefined);
  const fields = { invoice_settings: { default_payment_method: "pm_chosen" } };
  await callStripeControl(platform, "override", { id: customerId, fields });
  await Promise.all(background);
  const expand = ["customer"];
  expect(await stripe.subscriptions.retrieve(subscriptionId, { expand })).toMatchObject({
    default_payment_method: null,
    customer: fields,
  });
});

test("another card that is the customer's default stays, and only a switch moves the plan's", async () => {
  const person = await createDiscounted();
  const { customerId, subscriptionId } = person;
  const readCards = async () => {
    const expand = ["customer"];
    const { default_payment_method: own, customer } = await stripe.subscriptions.retrieve(
      subscriptionId,
      { expand },
    );
    if (typeof customer === "string" || customer.deleted) throw new Error("No customer");
    return { own, default: customer.invoice_settings.default_payment_method };
  };
  const before = await readCards();
  expect(before).toEqual({ own: expect.stringMatching(/^pm_/), default: null });
  for (const flow of ["pay", "cancel", "invoices"] as const) await visitPortal(person, flow, {});
  expect(await readCards()).toEqual(before);

  const fields = { invoice_settings: { default_payment_method: "pm_other" } };
  await callStripeControl(platform, "override", { id: customerId, fields });
  await visitPortal(person, undefined, {});
  expect(await readCards()).toEqual({ own: before.own, default: "pm_other" });
});

test("a schedule that has a card nevertheless is reported to the operator, and left as it is", async () => {
  const person = await createDiscounted();
  const { subscriptionId: subscription } = person;
  await visitPortal(person, "starter", { action: "switch", subscription, price: prices.starter });
  const expand = ["schedule"];
  const { schedule } = await stripe.subscriptions.retrieve(subscription, { expand });
  if (typeof schedule !== "object" || !schedule) throw new Error("No schedule");
  const phases = schedule.phases.map((phase) => ({ ...phase, default_payment_method: "pm_old" }));
  await callStripeControl(platform, "override", { id: schedule.id, fields: { phases } });
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  await visitPortal(person, "card", MASTERCARD);
  expect(JSON.stringify(log.mock.calls)).toContain("portal.card_not_moved");
});
