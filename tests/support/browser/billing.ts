/** Subscribers, and the local Stripe's control API and pages, for browser tests. */
import type { Page } from "@playwright/test";
import Stripe from "stripe";
import { LOCAL_KEYS, LOCAL_PRICES } from "../../../tools/shared/settings.ts";
import { test as base, type Person, type PlanName } from "./accounts.ts";
import { expect, localUrls } from "./fixtures.ts";

/** The page that the billing portal returns to. */
export const BACK_FROM_PORTAL = /\/settings\/general$/;

export const CARDS = {
  pays: "4242 4242 4242 4242",
  paysToo: "5555 5555 5555 4444",
} as const;

export const stripe = new Stripe(LOCAL_KEYS.stripeSecret, {
  host: "127.0.0.1",
  port: new URL(localUrls.stripe).port,
  protocol: "http",
  telemetry: false,
});

/** Calls the local Stripe's control API (packages/local-stripe/control/control-api.ts). */
export async function callStripeControl(name: string, order: object): Promise<void> {
  const response = await fetch(`${localUrls.stripe}/_local/${name}`, {
    method: "POST",
    body: JSON.stringify(order),
  });
  if (!response.ok) throw new Error(`${name}: ${await response.text()}`);
}

export interface Subscriber extends Person {
  readonly customerId: string;
}

interface Fixtures {
  /** Signed in, with an active, synced pro plan. */
  subscriber: Subscriber;
  /** Signed in, on the pro plan's trial. */
  trialist: Subscriber;
  /** The person's Stripe customer; fails unless there is exactly one. */
  customerOf: (person: Person) => Promise<string>;
  /** Waits until the person's stored subscription has this status. */
  untilStatus: (person: Person, status: string) => Promise<void>;
}

export const test = base.extend<Fixtures>({
  customerOf: async ({ person: _ }, use) => {
    await use(async ({ email }) => {
      const { data } = await stripe.customers.list({ email });
      expect(data).toHaveLength(1);
      return data[0]?.id ?? "";
    });
  },
  untilStatus: async ({ sql }, use) => {
    await use(async ({ id }, status) => {
      await expect
        .poll(async () => {
          const [row] = await sql`
            select stripe_subscription_status as status from public.customers where user_id = ${id}`;
          return row?.status;
        })
        .toBe(status);
    });
  },
  subscriber: async ({ person, customerOf, untilStatus }, use) => {
    await seedSubscription(person, "pro");
    await untilStatus(person, "active");
    await use({ ...person, customerId: await customerOf(person) });
  },
  trialist: async ({ person, customerOf, untilStatus }, use) => {
    await seedSubscription(person, "pro", 14);
    await untilStatus(person, "trialing");
    await use({ ...person, customerId: await customerOf(person) });
  },
});

/** Gives the person a subscription at Stripe, which the row does not have yet. */
export async function seedSubscription(person: Person, plan: PlanName, trialDays?: number) {
  await callStripeControl("seed-subscription", {
    email: person.email,
    name: "Ann Example",
    priceId: LOCAL_PRICES[plan],
    metadata: { userId: person.id },
    ...(trialDays === undefined ? {} : { trialDays }),
  });
}

/** Waits for the payment page. */
export async function waitForCheckout(page: Page): Promise<void> {
  await page.waitForURL(`${localUrls.stripe}/c/pay/**`);
}

/** Fills in the payment page. */
export async function fillCard(page: Page, cardNumber: string): Promise<void> {
  await page.getByLabel("Card number").fill(cardNumber);
  await page.getByLabel("Expiry").fill("12 / 40");
  await page.getByLabel("CVC").fill("123");
  await page.getByLabel("Name on card").fill("Ann Example");
}

/** Fills in and submits the payment page. */
export async function payWith(page: Page, cardNumber: string): Promise<void> {
  await fillCard(page, cardNumber);
  await page.getByRole("button", { name: /^(Start trial|Subscribe)$/ }).click();
}
