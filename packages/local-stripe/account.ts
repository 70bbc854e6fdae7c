/** One local Stripe account: what it holds, its clock, and the events it sends. */
import type { Clock } from "./clock.ts";
import type { EventContent, RequestOrigin } from "./events.ts";
import type { Store } from "./store.ts";

export interface Account {
  readonly store: Store;
  readonly clock: Clock;
  readonly settings: BillingSettings;
  /** Base URL of the hosted pages; known once the server listens. */
  baseUrl: string;
  /** How many API calls were answered since the start. */
  apiCalls: number;
  /** The API call at work, named in the events it causes. */
  origin: RequestOrigin | null;
  /** Records an event and sends it to every webhook endpoint that wants it. */
  emit(content: EventContent): void;
}

/** How failing payments go, set by tests and people. */
export interface BillingSettings {
  /** Days after a failed renewal at which the payment is tried again. */
  retryDays: number[];
  /** What a subscription becomes when the last try has failed. */
  afterLastRetry: "canceled" | "unpaid" | "past_due";
  /** Customers whose next charge is declined, once. */
  declineNext: Set<string>;
  /** Customers whose every charge is declined. */
  declineAlways: Set<string>;
}

/** Stands for every customer in `declineNext` and `declineAlways`. */
export const EVERYONE = "*";

/** Stripe: Dashboard, Billing, Revenue recovery: three retries, then cancel the subscription. */
export function defaultBillingSettings(): BillingSettings {
  return {
    retryDays: [3, 5, 7],
    afterLastRetry: "canceled",
    declineNext: new Set(),
    declineAlways: new Set(),
  };
}
