import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { customers } from "#drizzle/schema";
import { PRICES } from "../../../tests/support/plans";
import {
  callStripeControl,
  createSubscriber,
  openBilling,
  payCheckout,
  readRow,
  shortenTimeouts,
  syncReturning,
  withFailingStripe,
} from "../../../tests/support/worker/billing";
import { openSession } from "../../../tests/support/worker/fixtures";
import { createPortalUrl } from "../portal/portal.server";
import { TIMEOUTS } from "../stripe/stripe.server";
import { CancelBillingError, cancelBilling } from "./cancel-billing.server";
import { startCheckout } from "./checkout.server";
import { LEASE_SECONDS } from "./checkout-lease.server";

const { platform, stripe, prices, createBuyer, createPurchase, checkOut, createSynced } =
  openBilling();

async function readStripe({ userId, email }: { userId: string; email: string }) {
  const found = (await stripe.customers.list({ email, limit: 100 })).data;
  const open = await Promise.all(
    found.map(({ id }) => stripe.checkout.sessions.list({ customer: id, status: "open" })),
  );
  expect(found.map(({ metadata }) => metadata.userId)).toEqual(found.map(() => userId));
  return {
    customers: found.map(({ id }) => id),
    open: open.flatMap(({ data }) => data.map(({ id }) => id)),
  };
}

describe("opening a checkout", () => {
  test("creates a customer and a session with a trial", async () => {
    const person = await createBuyer();
    const result = await checkOut(person);
    if (!result.ok) throw new Error(result.error);
    const session = await stripe.checkout.sessions.retrieve(result.value.id);
    expect(session).toMatchObject({ url: result.value.url, client_reference_id: person.userId });
    expect(await readRow(platform, person.userId)).toMatchObject({
      checkoutOpenedAt: expect.any(Date),
      checkoutLeasedAt: null,
    });
    await payCheckout(session);
    await syncReturning(platform, person);
    const row = await readRow(platform, person.userId);
    expect(row).toMatchObject({ stripeSubscriptionStatus: "trialing", stripePriceId: prices.pro });
    const days = ((row?.trialEnd?.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(14);
  });

  test("eight times concurrently for a new user creates one customer and one session", async () => {
    const person = await createBuyer();
    const results = await Promise.all(Array.from({ length: 8 }, () => checkOut(person)));
    const ids = new Set(results.map((result) => (result.ok ? result.value.id : result.error)));
    expect(ids.size).toBe(1);
    expect(await readStripe(person)).toMatchObject({
      customers: [expect.any(String)],
      open: [...ids],
    });
  });

  test("for another plan expires the first session, so that only one can be paid", async () => {
    const person = await createBuyer();
    const first = await checkOut(person, "starter");
    const second = await checkOut(person, "pro");
    if (!first.ok || !second.ok) throw new Error("rejected");
    expect((await stripe.checkout.sessions.retrieve(first.value.id)).status).toBe("expired");
    expect((await readStripe(person)).open).toEqual([second.value.id]);
  });

  test("leaves a session open in which something is sold once", async () => {
    const person = await createBuyer();
    await checkOut(person, "starter");
    const [customer = ""] = (await readStripe(person)).customers;
    const price_data = { currency: "usd", unit_amount: 900, product_data: { name: "Audit" } };
    const once = await stripe.checkout.sessions.create({
      mode: "payment",
      customer,
      line_items: [{ price_data, quantity: 1 }],
      success_url: "http://localhost:8787/thanks",
    });
    expect(await checkOut(person, "pro")).toMatchObject({ ok: true });
    expect((await stripe.checkout.sessions.retrieve(once.id)).status).toBe("open");
  });

  test("creates a new customer after the old one was deleted at Stripe", async () => {
    const person = await createBuyer();
    await checkOut(person);
    const { customers: before } = await readStripe(person);
    for (const id of before) await stripe.customers.del(id);
    expect(await checkOut(person)).toMatchObject({ ok: true });
    const { customers: after } = await readStripe(person);
    expect(after).toHaveLength(1);
    expect(after).not.toEqual(before);
    expect((await readRow(platform, person.userId))?.stripeCustomerId).toBe(after[0]);
  });

  test("grants one free trial per account; the next plan is charged immediately", async () => {
    const buyer = await createBuyer();
    const { userId } = buyer;
    const buy = async () => {
      const result = await checkOut(buyer);
      if (!result.ok) throw new Error(result.error);
      await payCheckout(await stripe.checkout.sessions.retrieve(result.value.id));
      await syncReturning(platform, buyer);
      return await readRow(platform, userId);
    };
    const first = await buy();
    expect(first).toMatchObject({
      stripeSubscriptionStatus: "trialing",
      trialUsedAt: first?.trialUsedAt,
    });
    await stripe.subscriptions.cancel(first?.stripeSubscriptionId ?? "");
    const second = await buy();
    expect(second).toMatchObject({
      stripeSubscriptionStatus: "active",
      trialEnd: null,
      trialUsedAt: first?.trialUsedAt,
    });
    const invoices = await stripe.invoices.list({ customer: second?.stripeCustomerId ?? "" });
    expect(invoices.data.map(({ amount_paid }) => amount_paid)).toEqual([PRICES.pro.cents, 0]);
  });

  test("remembers the trial after the customer was deleted at Stripe", async () => {
    const person = await createSynced("pro", 14);
    const buyer = await openSession(platform, person);
    await stripe.customers.del(person.customerId);
    const result = await checkOut(buyer);
    if (!result.ok) throw new Error(result.error);
    const session = await stripe.checkout.sessions.retrieve(result.value.id);
    expect(session.metadata).toMatchObject({ trialDays: "0" });
    expect(session.amount_total).toBe(PRICES.pro.cents);
  });

  test("does not reuse an open session with a trial that was used in the meantime", async () => {
    const buyer = await createBuyer();
    const { userId } = buyer;
    const first = await checkOut(buyer);
    const database = await platform.database.get();
    await database
      .update(customers)
      .set({ trialUsedAt: new Date() })
      .where(eq(customers.userId, userId));
    const second = await checkOut(buyer);
    if (!first.ok || !second.ok) throw new Error("rejected");
    expect(second.value.id).not.toBe(first.value.id);
    expect((await stripe.checkout.sessions.retrieve(first.value.id)).status).toBe("expired");
  });

  test("takes over an expired lease", async () => {
    const person = await createBuyer();
    const database = await platform.database.get();
    await database.insert(customers).values({
      userId: person.userId,
      checkoutLeasedAt: sql`now() - interval '1 minute'`,
    });
    expect(await checkOut(person)).toMatchObject({ ok: true });
    expect(LEASE_SECONDS * 1000).toBeGreaterThan(2 * TIMEOUTS.api.budgetMs);
  });
});

describe("a checkout is rejected", () => {
  test.each(["active", "trialing", "past_due"])(
    "while a subscription is %s, even if its webhook never arrived",
    async (status) => {
      const trialDays = status === "trialing" ? 14 : undefined;
      const person = await createSubscriber(platform, "pro", trialDays);
      const { userId, email, customerId } = person;
      const buyer = await openSession(platform, person);
      const database = await platform.database.get();
      await database.insert(customers).values({ userId, stripeCustomerId: customerId });
      if (status === "past_due") {
        await callStripeControl(platform, "decline", { on: true, customer: customerId });
        await callStripeControl(platform, "advance", {
          customer: customerId,
          seconds: 32 * 86_400,
        });
      }
      expect(await checkOut(buyer, "starter")).toEqual({ ok: false, error: "already-subscribed" });
      expect(await readStripe({ userId, email })).toEqual({ customers: [customerId], open: [] });
    },
  );

  test("for a customer that this Stripe account does not know, who is not replaced", async () => {
    const buyer = await createBuyer();
    const { userId } = buyer;
    const database = await platform.database.get();
    const stripeCustomerId = `cus_${crypto.randomUUID()}`;
    await database.insert(customers).values({ userId, stripeCustomerId });
    expect(await checkOut(buyer)).toEqual({ ok: false, error: "unknown-customer" });
    expect(await readRow(platform, userId)).toMatchObject({ stripeCustomerId });
    await expect(cancelBilling(platform, userId)).rejects.toThrow(CancelBillingError);
    await expect(
      createPortalUrl(platform, stripeCustomerId, "http://localhost:8787/"),
    ).rejects.toThrow();
  });

  test("within its time budget while Stripe is slow", async () => {
    const buyer = await createBuyer();
    await checkOut(buyer);
    const [customerId] = (await readStripe(buyer)).customers;
    // The other tests share this Stripe.
    const path = `/v1/customers/${customerId}`;
    await callStripeControl(platform, "faults", { method: "GET", path, hangMs: 60_000, times: 20 });
    shortenTimeouts("page");
    const startedAt = Date.now();
    const result = await startCheckout(platform, buyer, createPurchase("starter"), "page");
    expect(result).toEqual({ ok: false, error: "no-response" });
    expect(Date.now() - startedAt).toBeLessThan(30_000);
  });

  test("for a price that has been archived", async () => {
    const buyer = await createBuyer();
    const { id: priceId } = await stripe.prices.create({
      product: platform.config.planCatalog.products.pro,
      currency: "usd",
      unit_amount: 100,
      recurring: { interval: "month" },
    });
    await stripe.prices.update(priceId, { active: false });
    const archived = { ...createPurchase(), priceId };
    expect(await startCheckout(platform, buyer, archived, "page")).toEqual({
      ok: false,
      error: "unavailable",
    });
  });

  test("for a deleted account", async () => {
    const session = { userId: crypto.randomUUID(), sessionId: crypto.randomUUID() };
    expect(await checkOut(session)).toEqual({ ok: false, error: "session-ended" });
  });

  test("while Stripe rejects calls, without a partial write", async () => {
    const buyer = await createBuyer();
    const { userId } = buyer;
    const result = await startCheckout(withFailingStripe(platform), buyer, createPurchase(), "api");
    expect(result).toEqual({ ok: false, error: "unavailable" });
    expect(await readRow(platform, userId)).toMatchObject({
      stripeCustomerId: null,
      checkoutLeasedAt: null,
      checkoutOpenedAt: null,
    });
    expect(await checkOut(buyer)).toMatchObject({ ok: true });
  });

  test("for an account that is being deleted", async () => {
    const buyer = await createBuyer();
    const { userId } = buyer;
    const database = await platform.database.get();
    await database.insert(customers).values({ userId, billingClosedAt: new Date() });
    expect(await checkOut(buyer)).toEqual({ ok: false, error: "closing" });
    await database
      .update(customers)
      .set({ billingClosedAt: sql`now() - interval '11 minutes'` })
      .where(eq(customers.userId, userId));
    expect(await checkOut(buyer)).toMatchObject({ ok: true });
  });
});
