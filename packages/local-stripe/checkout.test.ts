import { describe, expect, test } from "vitest";
import { createCheckoutSession, startFixture, submitForm, TEST_CARD } from "./testing.ts";
import { formatDate } from "./text.ts";

describe("the Checkout page", () => {
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

  test("says when the first charge after a trial is, on the day that the subscription says", async () => {
    await using fixture = await startFixture();
    const { stripe, control } = fixture;
    control.advance(40 * 86_400);
    const trial = { subscription_data: { trial_period_days: 14 } };
    const session = await createCheckoutSession(stripe, trial);
    const page = await (await fetch(String(session.url))).text();
    await submitForm(session.url, { ...TEST_CARD, email: "ann@example.com" });
    const [subscription] = (await stripe.subscriptions.list({ status: "all" })).data;
    const start = formatDate(subscription?.trial_end ?? 0);
    expect(page).toContain(`Then $250.00 per month, starting ${start.replaceAll(" ", "\u00a0")}`);
    expect(page).toMatch(new RegExp(`Due ${start}</td>\\s*<td class="amount">\\$250.00`));
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
});
