/** Stripe's SDK as the Worker needs it. Loaded on demand: only billing routes pay for it. */
import Stripe from "stripe";
import type { Config } from "~/platform/config.server";

/** Stripe answers within a second or two; the SDK retries twice, with its own idempotency keys. */
const TIMEOUT_MS = 10_000;
const MAX_RETRIES = 2;
/** What Stripe gets in all while somebody waits, retries included: a page less than a program. */
const BUDGET_MS = { page: 7_000, program: 20_000 } as const;

export type Waiting = keyof typeof BUDGET_MS;

/**
 * A client for the configured account, pinned to the API version that the SDK was made for. Once the time
 * of who is `waiting` is used up, every call of this client fails as a lost connection does.
 */
export function createStripe(config: Config["stripe"], waiting?: Waiting): Stripe {
  return new Stripe(config.secretKey, {
    httpClient: Stripe.createFetchHttpClient(waiting && fetchWithin(BUDGET_MS[waiting])),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: MAX_RETRIES,
    telemetry: false,
    ...(config.apiUrl ? hostOf(config.apiUrl) : {}),
  });
}

function fetchWithin(budgetMs: number): typeof fetch {
  const isOver = AbortSignal.timeout(budgetMs);
  return (input, init) => {
    const signals = init?.signal ? [init.signal, isOver] : [isOver];
    return fetch(input, { ...init, signal: AbortSignal.any(signals) });
  };
}

function hostOf(apiUrl: string): Pick<Stripe.StripeConfig, "host" | "port" | "protocol"> {
  const { hostname, port, protocol } = new URL(apiUrl);
  return { host: hostname, port, protocol: protocol === "http:" ? "http" : "https" };
}
