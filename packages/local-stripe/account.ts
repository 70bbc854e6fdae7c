/** The state of one local Stripe account: records, clock, settings, and events. */
import type { Clock } from "./clock.ts";
import type { EventRequest, NewEvent } from "./events.ts";
import type { Store } from "./store.ts";

export interface Account {
  readonly store: Store;
  readonly clock: Clock;
  readonly settings: BillingSettings;
  /** The seller's name on hosted pages. */
  readonly businessName: string;
  /** Base URL of the hosted pages; final once the server is listening. */
  baseUrl: string;
  /** API requests handled since startup. */
  apiCalls: number;
  /** Fields of objects in responses, by the object's id, that the control API set. */
  readonly overrides: Map<string, Readonly<Record<string, unknown>>>;
  /** The API request being handled, recorded in the events it causes. */
  currentRequest: EventRequest | null;
  /** Records an event and sends it to every subscribed webhook endpoint. */
  emit(content: NewEvent): void;
}

/** How failed payments are simulated and retried. */
interface BillingSettings {
  /** Whether the account's public details have a business name. */
  hasBusinessName: boolean;
  /** Days after each failed attempt until the next one. */
  retryDays: number[];
  /** Subscription status after the last retry fails. */
  afterLastRetry: "canceled" | "unpaid" | "past_due";
  /** Customers whose next charge is declined, once. */
  declineNext: Set<string>;
  /** Customers whose charges are all declined. */
  declineAlways: Set<string>;
  /** Customers whose downgrades to another product apply at once, as Stripe's documentation says. */
  downgradeAtOnce: Set<string>;
}

/** Wildcard for all customers in `declineAlways`. */
export const EVERYONE = "*";

/** Three retries, then cancel (Stripe Dashboard: Billing, Revenue recovery). */
export function defaultBillingSettings(): BillingSettings {
  return {
    hasBusinessName: true,
    retryDays: [3, 5, 7],
    afterLastRetry: "canceled",
    declineNext: new Set(),
    declineAlways: new Set(),
    downgradeAtOnce: new Set(),
  };
}
