import { describe, expect, test } from "vitest";
import {
  type Fixture,
  GOOD_CARD,
  start,
  stripeError,
  submit,
  subscribe,
} from "../../tests/support/local-stripe.ts";
import { LOCAL_PRICES } from "../../tools/settings.ts";
import { DAY } from "./clock.ts";

async function openPortal(fixture: Fixture, options: { trialDays?: number } = {}) {
  const subscription = await subscribe(fixture, options);
  const session = await fixture.stripe.billingPortal.sessions.create({
    customer: String(subscription.customer),
    return_url: "http://127.0.0.1:9/settings/general",
  });
  return {
    subscription,
    session,
    read: async () => (await fetch(session.url)).text(),
    act: (action: string, fields: Record<string, string> = {}) =>
      submit(session.url, { action, subscription: subscription.id, ...fields }),
    current: () => fixture.stripe.subscriptions.retrieve(subscription.id),
  };
}

describe("a portal session", () => {
  test("has the URL of its page and the default configuration", async () => {
    await using fixture = await start();
    const { session, subscription } = await openPortal(fixture);
    expect(session).toMatchObject({
      object: "billing_portal.session",
      customer: subscription.customer,
      return_url: "http://127.0.0.1:9/settings/general",
      url: `${fixture.url}/p/session/${session.id}`,
    });
    const configurations = await fixture.stripe.billingPortal.configurations.list({
      is_default: true,
    });
    expect(configurations.data.map(({ id }) => id)).toEqual([session.configuration]);
  });

  test("can have a configuration of its own", async () => {
    await using fixture = await start();
    const configuration = await fixture.stripe.billingPortal.configurations.create({
      business_profile: { headline: "Studio" },
      default_return_url: "http://127.0.0.1:9/account",
      features: { subscription_cancel: { enabled: true, mode: "at_period_end" } },
    });
    const { customer } = await subscribe(fixture);
    const session = await fixture.stripe.billingPortal.sessions.create({
      customer: String(customer),
      configuration: configuration.id,
      expand: ["configuration"],
    });
    expect(session).toMatchObject({
      return_url: "http://127.0.0.1:9/account",
      configuration: { business_profile: { headline: "Studio" }, is_default: false },
    });
  });

  test("is refused for customers who are gone", async () => {
    await using fixture = await start();
    const { customer } = await subscribe(fixture);
    await fixture.stripe.customers.del(String(customer));
    const create = fixture.stripe.billingPortal.sessions.create({ customer: String(customer) });
    expect(await stripeError(create)).toMatchObject({
      statusCode: 400,
      code: "resource_missing",
      param: "customer",
    });
  });
});

describe("the portal page", () => {
  test("shows the plan, the next bill, the card, the invoices and the way back", async () => {
    await using fixture = await start();
    const { read } = await openPortal(fixture);
    const html = await read();
    for (const text of [
      "Local Stripe — no real money",
      "$250.00 per month",
      "Next billing date",
      "Card ending in 4242",
      "LOCAL-0001",
      'href="http://127.0.0.1:9/settings/general"',
    ]) {
      expect(html).toContain(text);
    }
  });

  test("cancels for the end of the period by date alone, and takes it back", async () => {
    await using fixture = await start();
    const { act, read, current, subscription } = await openPortal(fixture);
    expect((await act("cancel")).status).toBe(303);
    expect(await current()).toMatchObject({
      status: "active",
      cancel_at: subscription.items.data[0]?.current_period_end,
      cancel_at_period_end: false,
      canceled_at: expect.any(Number),
    });
    expect(await read()).toContain("Cancels on");
    await act("resume");
    expect(await current()).toMatchObject({ cancel_at: null, canceled_at: null });
  });

  test("cancels a trial for the end of the trial", async () => {
    await using fixture = await start();
    const { act, read, current, subscription } = await openPortal(fixture, { trialDays: 14 });
    expect(await read()).toContain("Trial ends on");
    await act("cancel");
    expect((await current()).cancel_at).toBe(subscription.trial_end);
    fixture.control.advance(14 * DAY + 1);
    expect((await current()).status).toBe("canceled");
    expect(await read()).toContain("No current plan");
    expect((await act("resume")).status).toBe(402);
  });

  test("switches the plan", async () => {
    await using fixture = await start();
    const { act, current } = await openPortal(fixture);
    await act("switch", { price: LOCAL_PRICES.business });
    expect((await current()).items.data[0]?.price.id).toBe(LOCAL_PRICES.business);
    expect((await act("switch", { price: "price_none" })).status).toBe(402);
  });

  test("takes a new card and pays what is open with it", async () => {
    await using fixture = await start();
    const { act, read, current } = await openPortal(fixture);
    fixture.control.declineNextRenewal();
    fixture.control.advance(31 * DAY);
    expect((await current()).status).toBe("past_due");
    const refused = await act("card", { ...GOOD_CARD, cardNumber: "4000000000000002" });
    const html = await refused.text();
    expect(html).toContain("Your card was declined.");
    expect(html).toContain('value="4000000000000002"');
    expect((await act("card", { ...GOOD_CARD, cardNumber: "4000 0000 0000 0341" })).status).toBe(
      303,
    );
    expect(await read()).toContain("Card ending in 0341");
    await act("pay");
    expect((await current()).status).toBe("past_due");
    await act("card", GOOD_CARD);
    await act("pay");
    expect((await current()).status).toBe("active");
  });

  test("does nothing to other people's subscriptions", async () => {
    await using fixture = await start();
    const { session } = await openPortal(fixture);
    const other = await subscribe(fixture, { userId: "user-2" });
    const answer = await submit(session.url, { action: "cancel", subscription: other.id });
    expect(answer.status).toBe(402);
    expect((await fixture.stripe.subscriptions.retrieve(other.id)).cancel_at).toBeNull();
  });

  test("is gone with its customer", async () => {
    await using fixture = await start();
    const { act, subscription } = await openPortal(fixture);
    await fixture.stripe.customers.del(String(subscription.customer));
    expect((await act("cancel")).status).toBe(410);
    expect((await fetch(`${fixture.url}/p/session/bps_none`)).status).toBe(410);
  });
});
