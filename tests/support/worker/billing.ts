/** Setup for billing tests in workerd: users, Stripe customers, the local Stripe's control API. */
import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import * as v from "valibot";
import { afterAll, onTestFinished, vi } from "vitest";
import { customers, stripeEvents } from "#drizzle/schema";
import { readUserForSync } from "../../../app/account/account.server.ts";
import type { SessionRef } from "../../../app/auth/session/live-session.server.ts";
import { startCheckout } from "../../../app/billing/checkout/checkout.server.ts";
import {
  createBillingContext,
  createStripe,
  TIMEOUTS,
  type TimeoutProfile,
} from "../../../app/billing/stripe/stripe.server.ts";
import { type AppliedEvent, syncCustomer } from "../../../app/billing/sync/sync.server.ts";
import { hasCustomer } from "../../../app/billing/sync/sync-version.server.ts";
import type { PlanId } from "../../../app/content/plans.ts";
import type { Platform } from "../../../app/platform/context.server.ts";
import { createPerson, openPlatform, openSession, type Person } from "./fixtures.ts";

export type TestRequest = Platform & AsyncDisposable;

/** A platform for one more request; `await using` closes it. */
export function openRequest(): TestRequest {
  const platform = openPlatform();
  return { ...platform, [Symbol.asyncDispose]: () => platform.close() };
}

/** The same request with a Stripe that rejects every call. */
export function withFailingStripe(platform: TestRequest): TestRequest {
  const stripe = { ...platform.config.stripe, secretKey: "sk_test_revoked" };
  return { ...platform, config: { ...platform.config, stripe } };
}

/** A test file's platform and Stripe, and steps that most billing tests begin with. */
export function openBilling() {
  const platform = openRequest();
  afterAll(() => platform.database.close());
  const { prices } = platform.config.planCatalog;
  const sync = async (customerId: string, ...events: readonly AppliedEvent[]) => {
    await using request = openRequest();
    return await syncCustomer(await createBillingContext(request, "api"), customerId, events);
  };
  const createPurchase = (planId: PlanId = "pro") => ({
    planId,
    priceId: prices[planId],
    successUrl: "http://localhost:8787/dashboard?paid=true",
    cancelUrl: "http://localhost:8787/pricing",
  });
  return {
    platform,
    prices,
    stripe: createStripe(platform.config.stripe, "reconcile"),
    sync,
    createPurchase,
    /** A subscriber whose row was synced. */
    async createSynced(plan?: PlanId, trialDays?: number) {
      const subscriber = await createSubscriber(platform, plan, trialDays);
      await sync(subscriber.customerId);
      return subscriber;
    },
    /** A new user with a session. */
    async createBuyer() {
      const person = await createPerson(platform);
      return { ...person, ...(await openSession(platform, person)) };
    },
    async checkOut(session: SessionRef, planId?: PlanId) {
      await using request = openRequest();
      return await startCheckout(request, session, createPurchase(planId), "api");
    },
  };
}

/** Reads the user as a return from Stripe does. */
export async function readReturning(platform: Platform, session: SessionRef) {
  const user = await readUserForSync(await platform.database.get(), session);
  if (!user) throw new Error(`There is no user ${session.userId}`);
  return user;
}

/** Syncs as a return from Stripe does. */
export async function syncReturning(platform: Platform, session: SessionRef): Promise<void> {
  const { syncVersion } = await readReturning(platform, session);
  if (!hasCustomer(syncVersion)) return;
  await syncCustomer(await createBillingContext(platform, "page"), syncVersion);
}

/** An event that no delivery has recorded. */
export const createEvent = (): AppliedEvent => ({
  id: `evt_${crypto.randomUUID()}`,
  type: "test",
  created: 1_800_000_000,
});

/** Calls the local Stripe's control API (packages/local-stripe/control/control-api.ts). */
export async function callStripeControl(
  { config }: Platform,
  name: string,
  order: object,
): Promise<unknown> {
  const response = await fetch(`${config.stripe.apiUrl}/_local/${name}`, {
    method: "POST",
    body: JSON.stringify(order),
  });
  if (!response.ok) throw new Error(`${name}: ${await response.text()}`);
  return response.json();
}

/** Divides a profile's timeouts by ten until the test ends. */
export function shortenTimeouts(profile: TimeoutProfile): void {
  const original = { ...TIMEOUTS[profile] };
  const { budgetMs, timeoutMs } = original;
  Object.assign(TIMEOUTS[profile], { budgetMs: budgetMs / 10, timeoutMs: timeoutMs / 10 });
  onTestFinished(() => void Object.assign(TIMEOUTS[profile], original));
}

interface Hold {
  readonly method: string;
  readonly path: string;
  /** Before the request is sent, or after Stripe has responded. */
  readonly when: "before" | "after";
}

/** Holds the next request for each of `holds`. `reached` resolves when all are held. */
export function holdStripe(...holds: readonly Hold[]): {
  readonly reached: Promise<void>;
  release(): void;
} {
  const pending = new Set(holds);
  const events = new EventTarget();
  const once = (name: string) =>
    new Promise<void>((resolve) => events.addEventListener(name, () => resolve(), { once: true }));
  const reached = once("reached");
  const released = once("released");
  const realFetch = globalThis.fetch;
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const hold = [...pending].find(
      ({ method, path }) => method === request.method && path === pathname,
    );
    if (!hold) return realFetch(request);
    pending.delete(hold);
    const response = hold.when === "after" ? await realFetch(request) : undefined;
    if (pending.size === 0) events.dispatchEvent(new Event("reached"));
    await released;
    return response ?? realFetch(request);
  });
  return {
    reached,
    release() {
      spy.mockRestore();
      events.dispatchEvent(new Event("released"));
    },
  };
}

/** Creates a user with a subscription at Stripe and no customers row. */
export async function createSubscriber(
  platform: Platform,
  plan: PlanId = "pro",
  trialDays?: number,
): Promise<Person & { customerId: string; subscriptionId: string }> {
  const person = await createPerson(platform);
  const seeded = await callStripeControl(platform, "seed-subscription", {
    email: person.email,
    name: "Ann Example",
    priceId: platform.config.planCatalog.prices[plan],
    metadata: { userId: person.userId },
    ...(trialDays === undefined ? {} : { trialDays }),
  });
  const { id, customer } = v.parse(v.object({ id: v.string(), customer: v.string() }), seeded);
  return { ...person, customerId: customer, subscriptionId: id };
}

/** Pays an open session with a valid card. */
export async function payCheckout(session: Pick<Stripe.Checkout.Session, "url">): Promise<void> {
  const card = { cardNumber: "4242424242424242", expiry: "12 / 40", cvc: "123", name: "Ann" };
  const response = await fetch(session.url ?? "", {
    method: "POST",
    body: new URLSearchParams(card),
    redirect: "manual",
  });
  if (response.status !== 303) throw new Error(`The payment was not taken: ${response.status}`);
}

/** The user's customers row. */
export async function readRow(platform: Platform, userId: string) {
  const database = await platform.database.get();
  const [row] = await database.select().from(customers).where(eq(customers.userId, userId));
  return row;
}

/** True when the event is in the ledger. */
export async function isRecorded(platform: Platform, eventId: string): Promise<boolean> {
  const database = await platform.database.get();
  const found = await database.select().from(stripeEvents).where(eq(stripeEvents.id, eventId));
  return found.length > 0;
}
