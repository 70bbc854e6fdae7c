import { describe, expect, test } from "vitest";
import { DAY } from "./clock.ts";
import {
  createCheckoutSession,
  PRICES,
  startFixture,
  startWebhookReceiver,
  submitForm,
  TEST_CARD,
  WEBHOOK_SECRET,
} from "./testing.ts";

describe("the Checkout page", () => {
  test("accepts card 4242 and redirects to the success page with the session id", async () => {
    await using receiver = await startWebhookReceiver();
    await using fixture = await startFixture({
      webhookEndpoints: [{ url: receiver.url, secrets: [WEBHOOK_SECRET] }],
    });
    const session = await createCheckoutSession(fixture.stripe, {
      client_reference_id: "user-1",
      subscription_data: { metadata: { userId: "user-1" } },
    });
    const response = await submitForm(session.url, { ...TEST_CARD, email: "ann@example.com" });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(
      `http://127.0.0.1:9/welcome?session=${session.id}`,
    );
    const paid = await fixture.stripe.checkout.sessions.retrieve(session.id, {
      expand: ["customer", "subscription.latest_invoice"],
    });
    expect(paid).toMatchObject({
      status: "complete",
      payment_status: "paid",
      url: null,
      client_reference_id: "user-1",
      customer: { email: "ann@example.com", name: "Ann Example" },
      customer_details: { email: "ann@example.com" },
      subscription: {
        status: "active",
        metadata: { userId: "user-1" },
        billing_mode: { type: "flexible" },
        latest_invoice: { status: "paid", amount_paid: 25_000 },
        items: { data: [{ quantity: 1, price: { id: PRICES.pro } }] },
      },
    });
    await fixture.control.waitForDeliveries();
    expect(receiver.eventTypes()).toEqual([
      "customer.created",
      "payment_method.attached",
      "invoice.created",
      "invoice.finalized",
      "customer.subscription.created",
      "invoice.paid",
      "invoice.payment_succeeded",
      "checkout.session.completed",
    ]);
  });

  test.each([
    [{ cardNumber: "4000000000000002" }, "Your card was declined."],
    [{ cardNumber: "4242424242424241" }, "Your card number is invalid."],
    [{ expiry: "01/20" }, "Your card’s expiration date is in the past."],
    [{ email: "" }, "Your email is incomplete."],
  ])("keeps the form values when it rejects %j", async (change, message) => {
    await using fixture = await startFixture();
    const session = await createCheckoutSession(fixture.stripe);
    const input = { ...TEST_CARD, name: "Zoë <b>", email: "zoe@example.com", ...change };
    const response = await submitForm(session.url, input);
    const html = await response.text();
    expect(response.status).toBe(402);
    expect(html).toContain(`<p role="alert">${message}</p>`);
    expect(html).toContain('value="Zoë &lt;b&gt;"');
    expect(html).toContain(`value="${input.cardNumber}"`);
    expect((await fixture.stripe.subscriptions.list({ status: "all" })).data).toEqual([]);
  });

  test("shows the authentication page for a 3-D Secure card", async () => {
    await using fixture = await startFixture();
    const session = await createCheckoutSession(fixture.stripe);
    const input = { ...TEST_CARD, cardNumber: "4000002500003155", email: "ann@example.com" };
    const question = await (await submitForm(session.url, input)).text();
    expect(question).toContain("3-D Secure");
    expect(question).toContain('value="4000002500003155"');
    const failed = await submitForm(session.url, { ...input, authentication: "fail" });
    expect(failed.status).toBe(402);
    expect(await failed.text()).toContain("We are unable to authenticate your payment method.");
    const completed = await submitForm(session.url, { ...input, authentication: "complete" });
    expect(completed.status).toBe(303);
  });

  test("expires after 24 hours", async () => {
    await using fixture = await startFixture();
    const session = await createCheckoutSession(fixture.stripe);
    fixture.control.advance(DAY);
    expect(await fixture.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: "expired",
    });
    expect(fixture.control.events().map(({ type }) => type)).toEqual(["checkout.session.expired"]);
  });
});
