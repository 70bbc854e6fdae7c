/** Stripe's SDK, configured for Workers. Loaded on demand, so only billing routes pay for it. */
import Stripe from "stripe";
import * as v from "valibot";
import type { Config } from "~/platform/config.server";
import type { Platform } from "~/platform/context.server";

/**
 * Timeouts by caller: a page load, an API client, Stripe's webhook delivery (which Stripe retries), and the
 * reconciliation cron (which retries in a later run). The budget is for all calls of one client, the timeout
 * for one attempt; the SDK retries with the same idempotency key.
 */
export const TIMEOUTS = {
  page: { budgetMs: 7_000, timeoutMs: 7_000, retries: 2 },
  api: { budgetMs: 15_000, timeoutMs: 10_000, retries: 2 },
  webhook: { budgetMs: 7_000, timeoutMs: 6_000, retries: 1 },
  reconcile: { budgetMs: 300_000, timeoutMs: 8_000, retries: 0 },
} as const;

export type TimeoutProfile = keyof typeof TIMEOUTS;

/**
 * A client pinned to the SDK's API version. After the profile's budget, its calls fail as connection errors.
 */
export function createStripe(config: Config["stripe"], profile: TimeoutProfile): Stripe {
  const { budgetMs, timeoutMs, retries } = TIMEOUTS[profile];
  return new Stripe(config.secretKey, {
    httpClient: Stripe.createFetchHttpClient(createFetch(AbortSignal.timeout(budgetMs))),
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
    ...(config.apiUrl ? parseHost(config.apiUrl) : {}),
  });
}

/**
 * The outcome of a failed call: "rejected" when Stripe did not execute it, "unknown" when Stripe may have
 * executed it. Undefined for conflicts and rate limits, which are temporary, and for errors of other systems.
 */
export function classifyStripeError(error: unknown): "rejected" | "unknown" | undefined {
  if (!(error instanceof Stripe.errors.StripeError)) return undefined;
  const status = error.statusCode ?? 0;
  if (status === 409 || status === 429) return undefined;
  return status >= 400 && status < 500 ? "rejected" : "unknown";
}

/** True when Stripe failed: it keeps that answer under the request's idempotency key for at least a day. */
export function isServerError(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500;
}

function createFetch(budget: AbortSignal): typeof fetch {
  return async (input, init) => {
    const signal = init?.signal ? AbortSignal.any([init.signal, budget]) : budget;
    const response = await fetch(input, { ...init, signal });
    const text = await response.text();
    if (!isJsonObject(text)) {
      throw new Error(`Not a response from Stripe's API (status ${response.status})`);
    }
    return new Response(text, response);
  };
}

/**
 * The SDK never settles on JSON that is not an object, so such a response is treated as a connection error.
 */
function isJsonObject(text: string): boolean {
  return v.is(v.pipe(v.string(), v.parseJson(), v.looseObject({})), text);
}

function parseHost(apiUrl: string): Pick<Stripe.StripeConfig, "host" | "port" | "protocol"> {
  const { hostname, port, protocol } = new URL(apiUrl);
  return { host: hostname, port, protocol: protocol === "http:" ? "http" : "https" };
}

/** Dependencies of a sync. `database` is a single connection, which queues concurrent statements. */
export type BillingContext = Readonly<Awaited<ReturnType<typeof createBillingContext>>>;

/** Connects the request's database and creates a Stripe client with the timeouts of `profile`. */
export async function createBillingContext(
  { config, database, requestId }: Platform,
  profile: TimeoutProfile,
) {
  const stripe = createStripe(config.stripe, profile);
  return { database: await database.get(), stripe, catalog: config.planCatalog, requestId };
}
