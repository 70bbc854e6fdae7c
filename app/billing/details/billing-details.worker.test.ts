import { describe, expect, test } from "vitest";
import { type DatedText, formatDatedText } from "~/ui/time/dated-text";
import { escapeRegExp, PLAN_NAMES, PRICES } from "../../../tests/support/plans";
import {
  callStripeControl,
  createSubscriber,
  openBilling,
  readRow,
  shortenTimeouts,
  withFailingStripe,
} from "../../../tests/support/worker/billing";
import { readBillingDetails } from "./billing-details.server";

const { platform, stripe, sync, createSynced } = openBilling();

const DAY_S = 86_400;
const MONTHLY = escapeRegExp(PRICES.pro.monthly);
const INVOICED = escapeRegExp(PRICES.pro.invoiced);
const DAY = String.raw`\w+ \d+(, \d{4})?`;

const format = (text: DatedText | null | undefined) => text && formatDatedText(text, "UTC");

const readDetails = ({ userId: id, customerId }: { userId: string; customerId: string }) =>
  readBillingDetails(platform, { id, stripeCustomerId: customerId });

/** Fails unless Stripe responds. */
async function readLoadedDetails(person: { userId: string; customerId: string }) {
  const details = await readDetails(person);
  if (details.state !== "loaded") throw new Error(`The details are ${details.state}`);
  return details;
}

async function failRenewal({ customerId: customer }: { customerId: string }): Promise<void> {
  await callStripeControl(platform, "decline-next", { customer });
  await callStripeControl(platform, "advance", { customer, seconds: 31 * DAY_S });
}

async function payInvoice(url: string | null | undefined, cardNumber: string): Promise<void> {
  const card = { cardNumber, expiry: "12 / 40", cvc: "123", name: "Ann" };
  await fetch(url ?? "", { method: "POST", body: new URLSearchParams(card), redirect: "manual" });
}

describe("billing details", () => {
  test("show the next payment, the card and the invoices", async () => {
    const details = await readLoadedDetails(await createSubscriber(platform));
    expect(format(details.plan.text)).toMatch(
      new RegExp(`^You’re on the ${PLAN_NAMES.pro} plan, ${MONTHLY}. It renews on ${DAY}.$`),
    );
    expect(format(details.nextPayment)).toMatch(new RegExp(`^${INVOICED} on ${DAY}$`));
    expect(details.card).toBe("Visa ending in 4242");
    expect(details.invoices).toMatchObject([
      { amount: PRICES.pro.invoiced, subject: `${PLAN_NAMES.pro} plan`, status: "", pdf: null },
    ]);
    const page = await fetch(details.invoices[0]?.url ?? "");
    expect(await page.text()).toContain(PRICES.pro.invoiced);
  });

  test("of a trial show its end and the first payment", async () => {
    const details = await readLoadedDetails(await createSubscriber(platform, "pro", 14));
    expect(format(details.plan.text)).toMatch(
      new RegExp(`^You’re on the ${PLAN_NAMES.pro} trial until ${DAY}. Then ${MONTHLY}.$`),
    );
    // The invoice of $0.00 that starts a trial is not listed.
    expect(details.invoices).toEqual([]);
    expect(format(details.nextPayment)).toMatch(new RegExp(`^${INVOICED} on ${DAY}$`));
  });

  test("of a canceled plan show no next payment", async () => {
    const person = await createSubscriber(platform);
    await stripe.subscriptions.update(person.subscriptionId, { cancel_at_period_end: true });
    const details = await readLoadedDetails(person);
    expect(format(details.plan.text)).toContain("It’s canceled and won’t renew.");
    expect(details.nextPayment).toBeNull();
  });

  test("of a failed payment show the amount due and the next attempt", async () => {
    const person = await createSubscriber(platform);
    await failRenewal(person);
    const details = await readLoadedDetails(person);
    expect(details.plan.requiresAction).toBe(true);
    expect(details.nextPayment).toBeNull();
    expect(format(details.plan.text)).toMatch(
      new RegExp(
        String.raw`^The last payment for your ${PLAN_NAMES.pro} plan \(${INVOICED}\) failed. We’ll try your Visa ending in 4242 again on ${DAY}. `,
      ),
    );
    expect(details.invoices[0]).toMatchObject({ amount: PRICES.pro.invoiced, status: "Due" });
  });

  test("of an ended plan show its invoices", async () => {
    const person = await createSubscriber(platform);
    await stripe.subscriptions.cancel(person.subscriptionId);
    const details = await readLoadedDetails(person);
    expect(format(details.plan.text)).toBe(`Your ${PLAN_NAMES.pro} plan has ended.`);
    expect(details.nextPayment).toBeNull();
    expect(details.invoices).toHaveLength(1);
  });

  test("are none without a customer, and for a deleted one", async () => {
    const person = await createSubscriber(platform);
    await stripe.customers.del(person.customerId);
    expect(await readDetails(person)).toEqual({ state: "none" });
    const details = await readBillingDetails(platform, {
      id: person.userId,
      stripeCustomerId: null,
    });
    expect(details).toEqual({ state: "none" });
  });

  test.each([
    ["fails", { outcome: 500 }],
    ["does not respond in time", { hangMs: 6_000 }],
  ])("are unavailable while Stripe %s", async (_, fault) => {
    shortenTimeouts("details");
    const person = await createSubscriber(platform);
    const path = `/v1/customers/${person.customerId}`;
    await callStripeControl(platform, "faults", { path, times: 2, ...fault });
    expect(await readDetails(person)).toMatchObject({
      state: "unavailable",
      message: expect.stringContaining("can’t show your next payment"),
    });
  });

  test("are limited for a program, not for a person at a desk, and say what is missing", async () => {
    const { userId: id, customerId: stripeCustomerId } = await createSubscriber(platform);
    const failing = withFailingStripe(platform);
    const messages: unknown[] = [];
    // More than twice the limit, because a new window may start in between.
    for (let count = 0; count < 61; count += 1) {
      messages.push(await readBillingDetails(failing, { id, stripeCustomerId }));
    }
    const isLimited = (details: unknown) => JSON.stringify(details).includes("loaded too often");
    expect(messages.slice(0, 25).some(isLimited)).toBe(false);
    expect(messages.find(isLimited)).toMatchObject({
      message: expect.stringContaining("can’t show your next payment, card, and invoices"),
    });
  });

  test("name the card that paid, and the one that stays although it was declined", async () => {
    const person = await createSynced();
    await failRenewal(person);
    const [due] = (await stripe.invoices.list({ customer: person.customerId, status: "open" }))
      .data;
    await payInvoice(due?.hosted_invoice_url, "5555555555554444");
    await sync(person.customerId);
    const lastCharge = (await readRow(platform, person.userId))?.lastCharge;
    expect(lastCharge).toMatchObject({
      card: "Mastercard ending in 4444",
      nextCard: "Visa ending in 4242",
    });
    // Known from the row, and read at Stripe by a page that is ahead of it.
    for (const stored of [lastCharge, undefined]) {
      const { userId: id, customerId: stripeCustomerId } = person;
      const details = await readBillingDetails(platform, {
        id,
        stripeCustomerId,
        lastCharge: stored,
      });
      expect(details).toMatchObject({
        card: "Visa ending in 4242",
        otherCard: "Mastercard ending in 4444",
      });
    }
  });
});
