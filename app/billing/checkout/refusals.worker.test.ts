/** What Stripe refuses at a checkout, and what it keeps. */
import { expect, test, vi } from "vitest";
import * as auth from "../../../tests/support/auth-server";
import {
  openBilling,
  openRequest,
  payCheckout,
  readReturning,
  readRow,
} from "../../../tests/support/worker/billing";
import { openSession } from "../../../tests/support/worker/fixtures";
import { completeCheckoutReturn } from "../portal/plan-return.server";
import { checkoutFlash } from "../portal/return-cookies.server";
import { startCheckout } from "./checkout.server";

const { platform, stripe, sync, createBuyer, createPurchase, createSynced, checkOut } =
  openBilling();

async function createForeignPrice(isActive: boolean): Promise<string> {
  const product = await stripe.products.create({ name: "Another product" });
  const { id } = await stripe.prices.create({
    product: product.id,
    currency: "usd",
    unit_amount: 100,
    recurring: { interval: "month" },
  });
  if (!isActive) await stripe.products.update(product.id, { active: false });
  return id;
}

test("a subscription to another product of the account leaves the plans on sale", async () => {
  const buyer = await createBuyer();
  const first = await checkOut(buyer);
  if (!first.ok) throw new Error(first.error);
  const { customer } = await stripe.checkout.sessions.expire(first.value.id);
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    customer: String(customer),
    line_items: [{ price: await createForeignPrice(true), quantity: 1 }],
    subscription_data: { trial_period_days: 7 },
    success_url: "http://127.0.0.1:9/",
  });
  await payCheckout(session);
  await sync(String(customer));
  expect(await readRow(platform, buyer.userId)).toMatchObject({ stripeSubscriptionStatus: null });
  const bought = await checkOut(buyer);
  if (!bought.ok) throw new Error(bought.error);
  await payCheckout(bought.value);
  expect(await checkOut(buyer)).toEqual({ ok: false, error: "already-subscribed" });
  expect(await readRow(platform, buyer.userId)).toMatchObject({
    stripeSubscriptionStatus: "trialing",
  });
});

test("an address that Stripe refuses is named", async () => {
  const email = `ann-${crypto.randomUUID()}@localhost`;
  const userId = await auth.createAccount(platform.config.supabase.url, email);
  const session = await openSession(platform, { userId, email });
  expect(await checkOut(session)).toEqual({ ok: false, error: "email-rejected" });
});

test("a plan whose product is archived can’t be bought", async () => {
  const buyer = await createBuyer();
  const priceId = await createForeignPrice(false);
  const archived = { ...createPurchase(), priceId };
  expect(await startCheckout(platform, buyer, archived, "page")).toEqual({
    ok: false,
    error: "unavailable",
  });
});

test("after a failure that Stripe keeps under its key, the next try is another request", async () => {
  const buyer = await createBuyer();
  const kept = new Set<string | null>();
  const realFetch = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const isCreation = request.method === "POST" && request.url.endsWith("/v1/customers");
    if (!isCreation) return realFetch(request);
    const key = request.headers.get("idempotency-key");
    if (kept.size === 0) kept.add(key);
    if (!kept.has(key)) return realFetch(request);
    return Response.json({ error: { type: "api_error", message: "It failed" } }, { status: 500 });
  });
  expect(await checkOut(buyer)).toEqual({ ok: false, error: "no-response" });
  expect(await checkOut(buyer)).toMatchObject({ ok: true });
  vi.restoreAllMocks();
  expect((await stripe.customers.list({ email: buyer.email })).data).toHaveLength(1);
});

test("a return says that the user paid only if Stripe says it of their session", async () => {
  const buyer = await createBuyer();
  const opened = await checkOut(buyer);
  if (!opened.ok) throw new Error(opened.error);
  const other = await createSynced();
  const returnTo = async (checkoutId: string | null, config = platform.config) => {
    await using request = openRequest();
    const returning = { ...request, config };
    const user = await readReturning(returning, buyer);
    await completeCheckoutReturn(returning, buyer.userId, { user, checkoutId });
    return checkoutFlash.read(returning, buyer.userId);
  };
  const theirs = await stripe.checkout.sessions.create({
    mode: "subscription",
    customer: other.customerId,
    line_items: [{ price: createPurchase().priceId, quantity: 1 }],
    success_url: "http://127.0.0.1:9/",
  });
  await payCheckout(theirs);
  expect(await returnTo(theirs.id)).toBeNull();
  expect(await returnTo(opened.value.id)).toBeNull();
  expect(await returnTo("cs_unknown")).toBeNull();
  expect(await returnTo(null)).toBeNull();

  await payCheckout(opened.value);
  const stripeConfig = { ...platform.config.stripe, apiUrl: "http://127.0.0.1:9" };
  const offline = { ...platform.config, stripe: stripeConfig };
  expect(await returnTo(opened.value.id, offline)).toBe("unknown");
  expect(await returnTo(opened.value.id)).toBe("paid");
  expect(await readRow(platform, buyer.userId)).toMatchObject({
    stripeSubscriptionStatus: "trialing",
  });

  // Returns to the address from the history, later, and when the plan has ended.
  const { subscription, customer } = await stripe.checkout.sessions.retrieve(opened.value.id);
  const later = Date.now() + 11 * 60_000;
  vi.spyOn(Date, "now").mockReturnValue(later);
  expect(await returnTo(opened.value.id)).toBeNull();
  vi.restoreAllMocks();
  await stripe.subscriptions.cancel(String(subscription));
  await sync(String(customer));
  expect(await returnTo(opened.value.id)).toBeNull();
});
