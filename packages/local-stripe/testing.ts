/** Set-up for tests: a started local Stripe, the real SDK pointed at it, a webhook receiver. */

import { listen } from "local-kit";
import Stripe from "stripe";
import { type OfferedPrice, type StripeOptions, type StripeService, startStripe } from "./index.ts";
import { checkCall, checkEvent } from "./openapi/contract.ts";

export const SECRET_KEY = "sk_test_fixture";
/** Prices that a test's Stripe sells, by the name of what they buy. */
export const PRICES = {
  starter: "price_local_starter",
  pro: "price_local_pro",
  business: "price_local_business",
} as const;

const OFFER: readonly OfferedPrice[] = [
  monthly("starter", "Starter", 4_000),
  monthly("pro", "Pro", 25_000),
  monthly("business", "Business", 190_000),
];

function monthly(key: keyof typeof PRICES, name: string, unitAmount: number): OfferedPrice {
  return {
    id: PRICES[key],
    product: `prod_local_${key}`,
    productName: name,
    lookupKey: `${key}_monthly`,
    unitAmount,
    currency: "usd",
    interval: "month",
  };
}

export const WEBHOOK_SECRET = "whsec_fixture";
export const GOOD_CARD = {
  cardNumber: "4242 4242 4242 4242",
  expiry: "12 / 40",
  cvc: "123",
  name: "Ann Example",
};

/** The SDK as the product uses it, without retries so that tests see every answer. */
export function connect(url: string, secretKey = SECRET_KEY): Stripe {
  return new Stripe(secretKey, {
    host: "127.0.0.1",
    port: new URL(url).port,
    protocol: "http",
    httpClient: Stripe.createFetchHttpClient(),
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

export interface Fixture extends AsyncDisposable {
  readonly service: StripeService;
  readonly control: StripeService["control"];
  readonly stripe: Stripe;
  readonly url: string;
}

/**
 * A local Stripe of its own for one test, stopped at the end of `await using`. Fails there when a call or an
 * event was not as Stripe's OpenAPI description has it.
 */
export async function start(options: Partial<StripeOptions> = {}): Promise<Fixture> {
  const violations: string[] = [];
  const service = await startStripe({
    port: 0,
    secretKey: SECRET_KEY,
    webhookEndpoints: [],
    prices: OFFER,
    retryBackoffMs: 5,
    ...options,
    onCall(call) {
      violations.push(...checkCall(call));
      options.onCall?.(call);
    },
  });
  return {
    service,
    control: service.control,
    stripe: connect(service.url),
    url: service.url,
    async [Symbol.asyncDispose]() {
      await service.close();
      for (const { body } of service.control.events()) violations.push(...checkEvent(body));
      if (violations.length > 0) throw new Error([...new Set(violations)].join("\n"));
    },
  };
}

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly requests: { headers: Headers; body: string }[];
  /** Types of the events received, in order. */
  types(): string[];
  /** Decides the answers; 200 to everything at first. */
  answer: () => Response | Promise<Response>;
}

/** A webhook endpoint that writes down what it gets. */
export async function startReceiver(): Promise<Receiver> {
  const requests: Receiver["requests"] = [];
  const server = await listen(async (request) => {
    requests.push({ headers: request.headers, body: await request.text() });
    return receiver.answer();
  }, 0);
  const receiver: Receiver = {
    url: `${server.url}/webhook`,
    requests,
    types: () => requests.map(({ body }): string => JSON.parse(body).type),
    answer: () => new Response("ok"),
    [Symbol.asyncDispose]: () => server.close(),
  };
  return receiver;
}

type SessionOptions = Partial<Stripe.Checkout.SessionCreateParams>;

/** A Checkout session for the pro plan. */
export function openCheckout(
  stripe: Stripe,
  options: SessionOptions = {},
): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: PRICES.pro, quantity: 1 }],
    success_url: "http://127.0.0.1:9/welcome?session={CHECKOUT_SESSION_ID}",
    cancel_url: "http://127.0.0.1:9/pricing",
    ...options,
  });
}

/** Posts a page's form as a browser would, without following the answer. */
export function submit(url: string | null, fields: Record<string, string>): Promise<Response> {
  if (url === null) throw new Error("There is no page to submit to");
  return fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
}

/** A customer with a paid pro subscription, straight from the seed switch. */
export async function subscribe(
  fixture: Fixture,
  options: { userId?: string; trialDays?: number } = {},
): Promise<Stripe.Subscription> {
  const { id } = fixture.control.seedSubscription({
    email: "ann@example.com",
    name: "Ann Example",
    priceId: PRICES.pro,
    metadata: { userId: options.userId ?? "user-1" },
    ...(options.trialDays !== undefined && { trialDays: options.trialDays }),
  });
  return fixture.stripe.subscriptions.retrieve(id);
}

/** A subscription's first item; fails when there is none. */
export function firstItem({ items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new Error("The subscription has no item");
  return item;
}

/** Moves a subscription's customer to the middle of the running period. */
export async function goHalfway(fixture: Fixture, { id }: { id: string }): Promise<void> {
  const subscription = await fixture.stripe.subscriptions.retrieve(id);
  const { current_period_end: end, current_period_start: start } = firstItem(subscription);
  const now = fixture.control.status().now;
  fixture.control.advance(Math.round((start + end) / 2) - now, String(subscription.customer));
}

/** The error a promise rejects with, when it is Stripe's. */
export async function stripeError(promise: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const outcome = await promise.then(
    () => "no error",
    (error: unknown) => error,
  );
  if (outcome instanceof Stripe.errors.StripeError) return outcome;
  throw new Error("Expected an error of Stripe's", { cause: outcome });
}
