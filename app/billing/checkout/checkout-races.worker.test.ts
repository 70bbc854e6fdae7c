/** What may happen between the steps of a checkout. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { customers } from "#drizzle/schema";
import type { SessionRef } from "~/auth/session/live-session.server";
import { seededRandom } from "../../../tests/support/numbers";
import {
  holdStripe,
  openBilling,
  openRequest,
  payCheckout,
  readRow,
  syncReturning,
} from "../../../tests/support/worker/billing";
import type { CheckoutResult } from "./checkout.server";

const { platform, stripe, sync, createBuyer, checkOut } = openBilling();

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function updateRow(userId: string, changes: Partial<typeof customers.$inferInsert>) {
  const database = await platform.database.get();
  await database.update(customers).set(changes).where(eq(customers.userId, userId));
}

/** A first checkout. Stripe creates the customer, and responds only after `interfere`. */
async function checkOutAround(interfere: (userId: string) => Promise<unknown>) {
  const buyer = await createBuyer();
  const { reached, release } = holdStripe({ method: "POST", path: "/v1/customers", when: "after" });
  const checkout = checkOut(buyer);
  await reached;
  await interfere(buyer.userId);
  release();
  const result = await checkout;
  const created = (await stripe.customers.list({ email: buyer.email })).data;
  const lists = await Promise.all(
    created.map(({ id }) => stripe.checkout.sessions.list({ customer: id })),
  );
  return { buyer, result, sessions: lists.flatMap(({ data }) => data) };
}

test("a checkout whose lease was taken over creates no session, and keeps the new lease", async () => {
  const checkoutLeasedAt = new Date();
  const { buyer, result, sessions } = await checkOutAround((userId) =>
    updateRow(userId, { checkoutLeasedAt }),
  );
  expect(result).toEqual({ ok: false, error: "in-progress" });
  expect(sessions).toEqual([]);
  expect(await readRow(platform, buyer.userId)).toMatchObject({
    checkoutLeasedAt,
    stripeCustomerId: null,
    checkoutOpenedAt: null,
  });
});

test("a checkout creates no session after another customer was linked; the next one uses that customer", async () => {
  let otherId = "";
  const { buyer, result, sessions } = await checkOutAround(async (userId) => {
    otherId = (await stripe.customers.create({ metadata: { userId } })).id;
    await updateRow(userId, { stripeCustomerId: otherId });
  });
  expect(result).toEqual({ ok: false, error: "in-progress" });
  expect(sessions).toEqual([]);
  const next = await checkOut(buyer);
  if (!next.ok) throw new Error(next.error);
  expect((await stripe.checkout.sessions.retrieve(next.value.id)).customer).toBe(otherId);
});

test("a checkout that reads the subscriptions before a payment, and the sessions after it, is rejected", async () => {
  const buyer = await createBuyer();
  const first = await checkOut(buyer);
  if (!first.ok) throw new Error(first.error);
  const { reached, release } = holdStripe(
    { method: "GET", path: "/v1/subscriptions", when: "after" },
    { method: "GET", path: "/v1/checkout/sessions", when: "before" },
  );
  const second = checkOut(buyer, "starter");
  await reached;
  await payCheckout(first.value);
  release();
  expect(await second).toEqual({ ok: false, error: "already-subscribed" });
  const { data } = await stripe.subscriptions.list({
    customer: (await readRow(platform, buyer.userId))?.stripeCustomerId ?? "",
  });
  expect(data).toHaveLength(1);
  expect(await readRow(platform, buyer.userId)).toMatchObject({
    stripeSubscriptionStatus: "trialing",
  });
});

test("a checkout whose predecessor is paid before it can be expired is rejected", async () => {
  const buyer = await createBuyer();
  const first = await checkOut(buyer);
  if (!first.ok) throw new Error(first.error);
  const path = `/v1/checkout/sessions/${first.value.id}/expire`;
  const { reached, release } = holdStripe({ method: "POST", path, when: "before" });
  const second = checkOut(buyer, "starter");
  await reached;
  await payCheckout(first.value);
  release();
  expect(await second).toEqual({ ok: false, error: "already-subscribed" });
});

test("after a checkout that crashed before linking its customer, the next one uses that customer", async () => {
  const { buyer } = await checkOutAround((userId) => updateRow(userId, { checkoutLeasedAt: null }));
  expect(await checkOut(buyer)).toMatchObject({ ok: true });
  expect((await stripe.customers.list({ email: buyer.email })).data).toHaveLength(1);
});

test("any order of clicks, payments and syncs makes one customer and one subscription", async () => {
  const random = seededRandom(20_261_122);
  const reasons = new Set<string>();
  const click = async (buyer: SessionRef, planId?: "starter") => {
    const result: CheckoutResult = await checkOut(buyer, planId);
    reasons.add(result.ok ? "opened" : result.error);
  };
  const payOpenSessions = async (email: string) => {
    const [customer] = (await stripe.customers.list({ email })).data;
    if (!customer) return;
    const open = await stripe.checkout.sessions.list({ customer: customer.id, status: "open" });
    // A session that another click expired cannot be paid.
    await Promise.allSettled(open.data.map(payCheckout));
  };
  const syncNow = async (buyer: SessionRef) => {
    await using request = openRequest();
    await syncReturning(request, buyer);
  };
  const buyInAnyOrder = async () => {
    const buyer = await createBuyer();
    const { email } = buyer;
    const steps = [
      () => click(buyer, "starter"),
      () => click(buyer),
      () => click(buyer),
      () => payOpenSessions(email),
      () => payOpenSessions(email),
      () => syncNow(buyer),
    ];
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(steps.map((step) => pause(random() * 120).then(step)));
    }
    await payOpenSessions(email);
    const created = (await stripe.customers.list({ email })).data;
    expect(created).toHaveLength(1);
    const customer = created[0]?.id ?? "";
    const { data } = await stripe.subscriptions.list({ customer, status: "all" });
    expect(data).toHaveLength(1);
    const open = await stripe.checkout.sessions.list({ customer, status: "open" });
    expect(open.data).toEqual([]);
    await sync(customer);
    expect(await readRow(platform, buyer.userId)).toMatchObject({
      stripeCustomerId: customer,
      stripeSubscriptionId: data[0]?.id,
      checkoutLeasedAt: null,
    });
  };
  await Promise.all([buyInAnyOrder(), buyInAnyOrder()]);
  expect([...reasons]).toEqual(expect.arrayContaining(["opened", "already-subscribed"]));
});
