/** The switches that tests, seeds and the overview page turn. None of them exists at Stripe. */
import type Stripe from "stripe";
import * as v from "valibot";
import { type Account, defaultBillingSettings, EVERYONE } from "./account.ts";
import { attachCard, createCustomer } from "./billing/customers.ts";
import { passTimeFor } from "./billing/pass-time.ts";
import { runDueTasks } from "./billing/renewals.ts";
import { startSubscription } from "./billing/subscriptions.ts";
import { DAY } from "./clock.ts";
import type { FaultOrder, FaultRule, Faults } from "./faults.ts";
import { viewSubscription } from "./objects/views.ts";
import type { CustomerRecord, EventRecord } from "./records.ts";
import {
  DELIVERY_ORDERS,
  type DeliveryAttempt,
  type DeliveryModes,
  NORMAL_DELIVERY,
  type WebhookSender,
} from "./webhooks.ts";

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const AtLeastOne = v.pipe(v.number(), v.integer(), v.minValue(1));

export const DeliveryOrder = v.partial(
  v.strictObject({
    duplicates: AtLeastOne,
    order: v.picklist(DELIVERY_ORDERS),
    parallel: AtLeastOne,
    hold: v.boolean(),
    dropResponses: Count,
  } satisfies Record<keyof DeliveryModes, v.GenericSchema>),
);

export const Dunning = v.strictObject({
  retryDays: v.array(AtLeastOne),
  afterLastRetry: v.picklist(["canceled", "unpaid", "past_due"]),
});

export const SeedOrder = v.strictObject({
  email: v.string(),
  name: v.string(),
  priceId: v.string(),
  /** Tells seeds apart: a customer who has the same gets no second subscription. */
  metadata: v.record(v.string(), v.string()),
  trialDays: v.optional(AtLeastOne),
  /** Whether the first payment is still to be made. */
  incomplete: v.optional(v.boolean()),
});

export const EndpointOrder = v.strictObject({
  url: v.string(),
  secrets: v.pipe(v.array(v.string()), v.minLength(1)),
  enabledEvents: v.optional(v.array(v.string()), ["*"]),
});

export interface StripeStatus {
  now: number;
  down: boolean;
  delivery: DeliveryModes;
  queued: number;
  /** Calls to `/v1` since the start. */
  apiCalls: number;
  faults: readonly FaultRule[];
  dunning: v.InferOutput<typeof Dunning>;
}

export interface StripeControl {
  status(): StripeStatus;
  /** Adds an endpoint beside those it was started with; returns its id. */
  addWebhookEndpoint(order: v.InferInput<typeof EndpointOrder>): string;
  /** Changes some of the delivery modes. */
  setDelivery(modes: Partial<DeliveryModes>): void;
  /** Sends what is held back; resolves when each event has been tried once. */
  flush(): Promise<void>;
  /** Resolves when no delivery is on its way or waits for another try. */
  settled(): Promise<void>;
  /** Delivers an event again. Throws when there is no such event. */
  resend(eventId: string): Promise<void>;
  /** Every attempt so far, oldest first. */
  deliveries(): readonly DeliveryAttempt[];
  /** Every event so far, oldest first. */
  events(): EventRecord[];
  /** Makes coming API requests fail. */
  addFault(order: FaultOrder): void;
  /** Closes every connection but the switches' own. */
  setDown(down: boolean): void;
  /** Moves time forward, for one customer or for all, doing what falls due; returns the clock's time. */
  advance(seconds: number, customer?: string): number;
  /** Declines the next charge of one customer, or of each that exists. */
  declineNextRenewal(customer?: string): void;
  /** Declines all charges of one customer, or everybody's, until turned off. */
  declineRenewals(on: boolean, customer?: string): void;
  setDunning(dunning: v.InferOutput<typeof Dunning>): void;
  /** A customer with a subscription and a good card. The same metadata always gets the same one. */
  seedSubscription(order: v.InferOutput<typeof SeedOrder>): Stripe.Subscription;
  /** Back to normal: no faults, plain delivery, no declines. Customers and time stay. */
  reset(): void;
}

export interface ControlParts {
  account: Account;
  sender: WebhookSender;
  faults: Faults;
  /** Called when something that is saved has changed without an event. */
  changed: () => void;
}

export function createControl({ account, sender, faults, changed }: ControlParts): StripeControl {
  const { store, clock, settings } = account;
  return {
    status: () => ({
      now: clock.now(),
      down: faults.down,
      delivery: sender.modes,
      queued: sender.queued,
      apiCalls: account.apiCalls,
      faults: faults.rules,
      dunning: { retryDays: settings.retryDays, afterLastRetry: settings.afterLastRetry },
    }),
    addWebhookEndpoint(order) {
      const { url, secrets, enabledEvents } = v.parse(EndpointOrder, order);
      const id = store.newId("we_1");
      const details = { enabled: true, description: null, metadata: {} };
      const created = clock.now();
      store.webhookEndpoints.set(id, { id, created, url, secrets, enabledEvents, ...details });
      changed();
      return id;
    },
    setDelivery(modes) {
      sender.modes = { ...sender.modes, ...modes };
    },
    flush: () => sender.flush(),
    settled: () => sender.settled(),
    async resend(eventId) {
      const event = store.events.get(eventId);
      if (!event) throw new Error(`No such event: ${eventId}`);
      await sender.resend(event);
    },
    deliveries: () => sender.log,
    events: () => [...store.events.values()],
    addFault: (order) => faults.add(order),
    setDown(down) {
      faults.down = down;
    },
    advance(seconds, customer) {
      if (customer === undefined) {
        clock.advance(seconds);
        runDueTasks(account);
      } else {
        passTimeFor(account, customer, seconds);
      }
      changed();
      return clock.now();
    },
    declineNextRenewal(customer) {
      const ids = customer === undefined ? store.customers.keys() : [customer];
      for (const id of ids) settings.declineNext.add(id);
    },
    declineRenewals(on, customer = EVERYONE) {
      if (on) settings.declineAlways.add(customer);
      else settings.declineAlways.delete(customer);
    },
    setDunning(dunning) {
      Object.assign(settings, dunning);
    },
    seedSubscription: (order) => seedSubscription(account, order),
    reset() {
      faults.reset();
      sender.modes = { ...NORMAL_DELIVERY };
      Object.assign(settings, defaultBillingSettings());
    },
  };
}

function seedSubscription(
  account: Account,
  order: v.InferOutput<typeof SeedOrder>,
): Stripe.Subscription {
  const { store, clock } = account;
  if (!store.prices.has(order.priceId)) throw new Error(`No such price: ${order.priceId}`);
  const known = customerWith(account, order.metadata);
  const earlier = known && store.subscriptionsOf(known.id).at(-1);
  if (earlier) return viewSubscription(account, earlier);

  const { email, name, metadata } = order;
  const customer = known ?? createCustomer(account, { email, name, metadata });
  const thisYear = new Date(clock.now() * 1000).getUTCFullYear();
  const card = attachCard(account, customer, {
    brand: "visa",
    last4: "4242",
    expMonth: 12,
    expYear: thisYear + 4,
    declinesLater: false,
    name,
  });
  const subscription = startSubscription(account, {
    customer: customer.id,
    lines: [{ price: order.priceId, quantity: 1 }],
    payment: order.incomplete ? "later" : "paid",
    description: null,
    metadata,
    trialEnd: order.trialDays === undefined ? null : clock.now() + order.trialDays * DAY,
    missingPaymentMethod: "create_invoice",
    paymentMethod: card.id,
  });
  return viewSubscription(account, subscription);
}

/** The customer whose metadata has all of these; none when there are none to look for. */
function customerWith(
  account: Account,
  metadata: Record<string, string>,
): CustomerRecord | undefined {
  const wanted = Object.entries(metadata);
  if (wanted.length === 0) return undefined;
  return [...account.store.customers.values()].find(
    (record) => !record.deleted && wanted.every(([name, value]) => record.metadata[name] === value),
  );
}
