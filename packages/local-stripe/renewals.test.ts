import { describe, expect, test } from "vitest";
import { addPeriods, DAY } from "./clock.ts";
import {
  createSubscription,
  type Fixture,
  startFixture,
  submitForm,
  TEST_CARD,
} from "./testing.ts";

const MONTH = 31 * DAY;

function eventTypes(fixture: Fixture, from: number): string[] {
  return fixture.control
    .events()
    .slice(from)
    .map(({ type }) => type);
}

describe("as time passes", () => {
  test("an active subscription renews and is charged on the same day of the month", async () => {
    await using fixture = await startFixture();
    const before = await createSubscription(fixture);
    const seen = fixture.control.events().length;
    fixture.control.advance(MONTH);
    const after = await fixture.stripe.subscriptions.retrieve(before.id, {
      expand: ["latest_invoice"],
    });
    const renewedAt = addPeriods(before.created, "month", 1);
    expect(after.items.data[0]).toMatchObject({
      current_period_start: renewedAt,
      current_period_end: addPeriods(before.created, "month", 2),
    });
    expect(after).toMatchObject({
      status: "active",
      latest_invoice: { billing_reason: "subscription_cycle", status: "paid", created: renewedAt },
    });
    expect(eventTypes(fixture, seen)).toEqual([
      "invoice.created",
      "invoice.finalized",
      "customer.subscription.updated",
      "invoice.paid",
      "invoice.payment_succeeded",
    ]);
  });

  test("a trial's end is announced three days ahead, then becomes a paid subscription", async () => {
    await using fixture = await startFixture();
    const { id, trial_end } = await createSubscription(fixture, { trialDays: 14 });
    const seen = fixture.control.events().length;
    fixture.control.advance(12 * DAY);
    expect(eventTypes(fixture, seen)).toEqual(["customer.subscription.trial_will_end"]);
    fixture.control.advance(2 * DAY + 1);
    const paid = await fixture.stripe.subscriptions.retrieve(id, { expand: ["latest_invoice"] });
    expect(paid).toMatchObject({
      status: "active",
      billing_cycle_anchor: trial_end,
      latest_invoice: { amount_paid: 25_000 },
    });
    expect(paid.items.data[0]?.current_period_start).toBe(trial_end);
  });
});

test("an unpaid subscription is billed with drafts, which nothing collects", async () => {
  await using fixture = await startFixture();
  fixture.control.setDunning({ retryDays: [], afterLastRetry: "unpaid" });
  const { id } = await createSubscription(fixture);
  fixture.control.declineCharges(true);
  fixture.control.advance(3 * MONTH);
  expect((await fixture.stripe.subscriptions.retrieve(id)).status).toBe("unpaid");
  const { data } = await fixture.stripe.invoices.list({ subscription: id });
  expect(data.map(({ status }) => status)).toEqual(["draft", "draft", "open", "paid"]);
});

test("events are listed for 30 days", async () => {
  await using fixture = await startFixture();
  await fixture.stripe.customers.create();
  fixture.control.advance(29 * DAY);
  expect((await fixture.stripe.events.list()).data).toHaveLength(1);
  fixture.control.advance(2 * DAY);
  expect((await fixture.stripe.events.list()).data).toEqual([]);
});

describe("when a renewal is declined", () => {
  test("the subscription is past_due, is retried, and recovers", async () => {
    await using fixture = await startFixture();
    const { id, customer } = await createSubscription(fixture);
    fixture.control.declineNextCharge(String(customer));
    const seen = fixture.control.events().length;
    fixture.control.advance(MONTH);
    const failed = await fixture.stripe.subscriptions.retrieve(id, { expand: ["latest_invoice"] });
    expect(failed).toMatchObject({
      status: "past_due",
      latest_invoice: {
        status: "open",
        attempt_count: 1,
        next_payment_attempt: expect.any(Number),
      },
    });
    expect(eventTypes(fixture, seen)).toContain("invoice.payment_failed");
    fixture.control.advance(3 * DAY);
    expect(await fixture.stripe.subscriptions.retrieve(id)).toMatchObject({ status: "active" });
    expect((await fixture.stripe.invoices.list({ status: "open" })).data).toEqual([]);
  });

  test("the invoice page says that a card is declined, and takes another one", async () => {
    await using fixture = await startFixture();
    fixture.control.setDunning({ retryDays: [3], afterLastRetry: "unpaid" });
    const { id, customer } = await createSubscription(fixture);
    fixture.control.declineNextCharge(String(customer));
    fixture.control.advance(MONTH);
    const [invoice] = (await fixture.stripe.invoices.list({ status: "open" })).data;
    const pay = (cardNumber: string) =>
      submitForm(invoice?.hosted_invoice_url ?? "", { ...TEST_CARD, cardNumber });
    const declined = await pay("4000000000000002");
    expect(declined.status).toBe(402);
    expect(await declined.text()).toContain('<p role="alert">Your card was declined.</p>');
    expect((await pay(TEST_CARD.cardNumber)).status).toBe(303);
    expect((await fixture.stripe.subscriptions.retrieve(id)).status).toBe("active");
  });

  test.each(["canceled", "unpaid", "past_due"] as const)(
    "after the last retry it is %s, as configured",
    async (afterLastRetry) => {
      await using fixture = await startFixture();
      fixture.control.setDunning({ retryDays: [1, 2], afterLastRetry });
      const { id } = await createSubscription(fixture);
      fixture.control.declineCharges(true);
      fixture.control.advance(MONTH);
      fixture.control.advance(DAY);
      expect((await fixture.stripe.subscriptions.retrieve(id)).status).toBe("past_due");
      fixture.control.advance(2 * DAY);
      const last = await fixture.stripe.subscriptions.retrieve(id, { expand: ["latest_invoice"] });
      expect(last).toMatchObject({
        status: afterLastRetry,
        latest_invoice: { attempt_count: 3, next_payment_attempt: null },
      });
    },
  );
});
