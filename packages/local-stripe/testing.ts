/** Test fixtures: a running local Stripe with an SDK client. */
import Stripe from "stripe";
import { type CatalogPrice, type StripeOptions, type StripeService, startStripe } from "./index.ts";
import { type ApiCall, validateCall, validateEvent } from "./openapi/contract.ts";
import { rejectedByStripeMock } from "./stripe-mock.ts";

export const SECRET_KEY = "sk_test_fixture";
/** Price ids in the fixture's catalog, by plan. */
export const PRICES = {
  starter: "price_local_starter",
  pro: "price_local_pro",
  business: "price_local_business",
} as const;

const CATALOG: readonly CatalogPrice[] = [
  monthlyPrice("starter", "Starter", 4_000),
  monthlyPrice("pro", "Pro", 25_000),
  monthlyPrice("business", "Business", 190_000),
];

function monthlyPrice(key: keyof typeof PRICES, name: string, unitAmount: number): CatalogPrice {
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

export const TEST_CARD = {
  cardNumber: "4242 4242 4242 4242",
  expiry: "12 / 40",
  cvc: "123",
  name: "Ann Example",
};

/** An SDK client for the server at `url`, without retries so that tests see every response. */
export function createStripeClient(url: string, secretKey = SECRET_KEY): Stripe {
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
 * Starts a local Stripe for one test; `await using` stops it. Disposal throws when an API call or event
 * violated Stripe's OpenAPI description.
 */
export async function startFixture(options: Partial<StripeOptions> = {}): Promise<Fixture> {
  const violations: string[] = [];
  const calls: ApiCall[] = [];
  const service = await startStripe({
    port: 0,
    secretKey: SECRET_KEY,
    webhookEndpoints: [],
    prices: CATALOG,
    retryBackoffMs: 5,
    ...options,
    onApiCall(call) {
      violations.push(...validateCall(call));
      calls.push(call);
      options.onApiCall?.(call);
    },
  });
  return {
    service,
    control: service.control,
    stripe: createStripeClient(service.url),
    url: service.url,
    async [Symbol.asyncDispose]() {
      await service.close();
      for (const { body } of service.control.events()) violations.push(...validateEvent(body));
      violations.push(...(await rejectedByStripeMock(calls)));
      if (violations.length > 0) throw new Error([...new Set(violations)].join("\n"));
    },
  };
}

type CheckoutOptions = Partial<Stripe.Checkout.SessionCreateParams>;

/** Creates a Checkout session for the pro plan. */
export function createCheckoutSession(
  stripe: Stripe,
  options: CheckoutOptions = {},
): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: PRICES.pro, quantity: 1 }],
    success_url: "http://127.0.0.1:9/welcome?session={CHECKOUT_SESSION_ID}",
    cancel_url: "http://127.0.0.1:9/pricing",
    ...options,
  });
}

/** Submits a form like a browser, without following redirects. */
export function submitForm(url: string | null, fields: Record<string, string>): Promise<Response> {
  if (url === null) throw new Error("No URL to submit to");
  return fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
}

/** Seeds a customer with a paid or trialing pro subscription. */
export async function createSubscription(
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

/** Returns the Stripe error that `promise` rejects with. Throws for any other outcome. */
export async function catchStripeError(
  promise: Promise<unknown>,
): Promise<Stripe.errors.StripeError> {
  const outcome = await promise.then(
    () => "no error",
    (error: unknown) => error,
  );
  if (outcome instanceof Stripe.errors.StripeError) return outcome;
  throw new Error("Expected a Stripe error", { cause: outcome });
}
