/** Prices as the site names them, and what the Stripe account or the customer has in another currency. */
import { expect, test, vi } from "vitest";
import * as auth from "../../../tests/support/auth-server";
import { PRICES } from "../../../tests/support/plans";
import { openBilling, payCheckout, readRow } from "../../../tests/support/worker/billing";
import { createPerson, openSession } from "../../../tests/support/worker/fixtures";

const { platform, stripe, sync, createBuyer, createPurchase, checkOut } = openBilling();

/** An address that Stripe's test mode takes for a buyer in France. */
const createFrenchAddress = () => `ann-${crypto.randomUUID()}+location_FR@example.com`;

async function readSubscription(checkoutId: string) {
  const expand = ["subscription"];
  const session = await stripe.checkout.sessions.retrieve(checkoutId, { expand });
  if (typeof session.subscription !== "object" || !session.subscription) throw new Error("None");
  return { customerId: String(session.customer), subscription: session.subscription };
}

test("a buyer abroad is charged the price that the site names, in its currency", async () => {
  const email = createFrenchAddress();
  const userId = await auth.createAccount(platform.config.supabase.url, email);
  const opened = await checkOut(await openSession(platform, { userId, email }));
  if (!opened.ok) throw new Error(opened.error);
  await payCheckout(opened.value);
  const { customerId, subscription } = await readSubscription(opened.value.id);
  expect(subscription.presentment_details).toBeUndefined();
  await sync(customerId);
  expect((await readRow(platform, userId))?.priceText).toBe(PRICES.pro.listed);
});

test("a subscription that Stripe converts, as from a payment link, has no price on our pages", async () => {
  const { userId } = await createPerson(platform);
  const customer = await stripe.customers.create({
    email: createFrenchAddress(),
    metadata: { userId },
  });
  const { priceId } = createPurchase();
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    customer: customer.id,
    line_items: [{ price: priceId, quantity: 1 }],
    success_url: "http://127.0.0.1:9/",
  });
  await payCheckout(session);
  await sync(customer.id);
  expect(await readRow(platform, userId)).toMatchObject({
    stripePriceId: priceId,
    stripeSubscriptionStatus: "active",
    priceText: null,
  });
});

test("a customer with a subscription in another currency is refused, and the log says why", async () => {
  const buyer = await createBuyer();
  const first = await checkOut(buyer);
  if (!first.ok) throw new Error(first.error);
  const { customer } = await stripe.checkout.sessions.expire(first.value.id);
  const product = await stripe.products.create({ name: "Another product" });
  const { id: price } = await stripe.prices.create({
    product: product.id,
    currency: "eur",
    unit_amount: 100,
    recurring: { interval: "month" },
  });
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    customer: String(customer),
    line_items: [{ price, quantity: 1 }],
    success_url: "http://127.0.0.1:9/",
  });
  await payCheckout(session);
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(await checkOut(buyer)).toEqual({ ok: false, error: "unavailable" });
  expect(JSON.stringify(log.mock.calls)).toContain("You cannot combine currencies");
});

test("an account without a business name is refused, and the log says what to set", async () => {
  const buyer = await createBuyer();
  const realFetch = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const isCheckout = request.method === "POST" && request.url.endsWith("/checkout/sessions");
    if (!isCheckout) return realFetch(request);
    // The local Stripe's answer (tests/refusals), which would be for every test of this run.
    const message = "In order to use Checkout, you must set an account or business name";
    return Response.json({ error: { type: "invalid_request_error", message } }, { status: 400 });
  });
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(await checkOut(buyer)).toEqual({ ok: false, error: "unavailable" });
  expect(JSON.stringify(log.mock.calls)).toContain("you must set an account or business name");
});
