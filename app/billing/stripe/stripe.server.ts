/** Stripe's SDK as the Worker needs it. Loaded on demand: only billing routes pay for it. */
import Stripe from "stripe";
import * as v from "valibot";
import type { Config } from "~/platform/config.server";
import type { Platform } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import type { PlanPrices } from "../plan/subscription";

interface Timeouts {
  /** What Stripe gets for all calls of a client together, retries included. */
  readonly budgetMs: number;
  /** What it gets for one try. */
  readonly timeoutMs: number;
  /** How often the SDK tries again, with the same idempotency key. */
  readonly retries: number;
}

/**
 * Whoever waits: somebody in front of a page, or of a part of it that fills in, a program, Stripe itself for the answer to its webhook (which it
 * tries again by itself), the backstop (which tries again in a later run).
 */
const TIMEOUTS = {
  page: { budgetMs: 7_000, timeoutMs: 7_000, retries: 2 },
  details: { budgetMs: 4_000, timeoutMs: 3_000, retries: 1 },
  program: { budgetMs: 15_000, timeoutMs: 10_000, retries: 2 },
  webhook: { budgetMs: 7_000, timeoutMs: 6_000, retries: 1 },
  backstop: { budgetMs: 300_000, timeoutMs: 8_000, retries: 0 },
} as const satisfies Readonly<Record<string, Timeouts>>;

export type TimeoutProfile = keyof typeof TIMEOUTS;

/** What Stripe gets from now on while `waiting`. Milliseconds. */
export function timeBudgetMs(waiting: TimeoutProfile): number {
  return TIMEOUTS[waiting].budgetMs;
}

/**
 * A client for the configured account, pinned to the API version that the SDK was made for. Once the time
 * of who is `waiting` is used up, every call of this client fails as a lost connection does.
 */
export function createStripe(config: Config["stripe"], waiting?: TimeoutProfile): Stripe {
  const { timeoutMs, retries } = TIMEOUTS[waiting ?? "program"];
  return new Stripe(config.secretKey, {
    httpClient: Stripe.createFetchHttpClient(fetchWithin(waiting && timeBudgetMs(waiting))),
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
    ...(config.apiUrl ? hostOf(config.apiUrl) : {}),
  });
}

/**
 * What a failed call leaves behind: "refused" for what Stripe will not do, "unknown" where it did not say whether it
 * did it. undefined for a limit, which passes, and for errors that are not Stripe's.
 */
export function failedOutcome(error: unknown): "refused" | "unknown" | undefined {
  if (!(error instanceof Stripe.errors.StripeError)) return undefined;
  const status = error.statusCode ?? 0;
  if (status === 409 || status === 429) return undefined;
  return status >= 400 && status < 500 ? "refused" : "unknown";
}

function fetchWithin(budgetMs: number | undefined): typeof fetch {
  const isOver = budgetMs === undefined ? [] : [AbortSignal.timeout(budgetMs)];
  return async (input, init) => {
    const signals = init?.signal ? [init.signal, ...isOver] : isOver;
    const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) });
    const text = await response.text();
    if (!isObject(text)) throw new Error(`No answer of Stripe's (status ${response.status})`);
    return new Response(text, response);
  };
}

/** The SDK never settles over JSON that is no object; so what is none counts as no answer. */
function isObject(text: string): boolean {
  return v.is(v.pipe(v.string(), v.parseJson(), v.looseObject({})), text);
}

function hostOf(apiUrl: string): Pick<Stripe.StripeConfig, "host" | "port" | "protocol"> {
  const { hostname, port, protocol } = new URL(apiUrl);
  return { host: hostname, port, protocol: protocol === "http:" ? "http" : "https" };
}

/** For a sync. One at a time per `database`: it is one connection. */
export interface BillingContext {
  readonly database: Database;
  readonly stripe: Stripe;
  readonly catalogue: PlanPrices;
  readonly requestId: string;
}

/** The tools of a request; `waiting` sets the timeout of its calls to Stripe. */
export async function createBillingContext(
  { config, database, requestId }: Platform,
  waiting?: TimeoutProfile,
): Promise<BillingContext> {
  const stripe = createStripe(config.stripe, waiting);
  return { database: await database.get(), stripe, catalogue: config.stripe, requestId };
}
