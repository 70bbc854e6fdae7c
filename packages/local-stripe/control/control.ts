/** Test controls for failures, delivery, time, and seeds. They have no equivalent in Stripe's API. */
import type Stripe from "stripe";
import * as v from "valibot";
import { type Account, defaultBillingSettings, EVERYONE } from "../account.ts";
import { advanceCustomerTime } from "../billing/customer-time.ts";
import { attachCard, createCustomer } from "../billing/customers.ts";
import { voidInvoice } from "../billing/invoices.ts";
import { runDueTasks } from "../billing/renewals.ts";
import { startSubscription } from "../billing/subscriptions.ts";
import { DAY } from "../clock.ts";
import { serializeSubscription } from "../objects/subscriptions.ts";
import type { CustomerRecord, EventRecord } from "../records.ts";
import {
  DEFAULT_DELIVERY,
  DELIVERY_ORDERS,
  type DeliveryAttempt,
  type DeliverySettings,
  type WebhookSender,
} from "../webhook-sender.ts";
import type { FaultInjector, FaultRuleInput } from "./fault-injector.ts";

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const AtLeastOne = v.pipe(v.number(), v.integer(), v.minValue(1));

export const DeliverySettingsInput = v.partial(
  v.strictObject({
    duplicates: AtLeastOne,
    order: v.picklist(DELIVERY_ORDERS),
    parallel: AtLeastOne,
    hold: v.boolean(),
    dropResponses: Count,
  } satisfies Record<keyof DeliverySettings, v.GenericSchema>),
);

export const Dunning = v.strictObject({
  retryDays: v.array(AtLeastOne),
  afterLastRetry: v.picklist(["canceled", "unpaid", "past_due"]),
});

export const SeedSubscriptionInput = v.strictObject({
  email: v.string(),
  name: v.string(),
  priceId: v.string(),
  /** Identifies the seed: a customer with the same metadata gets no second subscription. */
  metadata: v.record(v.string(), v.string()),
  trialDays: v.optional(AtLeastOne),
  /** Leaves the first payment outstanding. */
  incomplete: v.optional(v.boolean()),
});

export const WebhookEndpointInput = v.strictObject({
  url: v.string(),
  secrets: v.pipe(v.array(v.string()), v.minLength(1)),
  enabledEvents: v.optional(v.array(v.string()), ["*"]),
});

export const Override = v.strictObject({
  id: v.string(),
  fields: v.record(v.string(), v.unknown()),
});

/** Thrown for an id that does not exist. */
export class UnknownIdError extends Error {
  constructor(kind: string, id: string) {
    super(`No such ${kind}: ${id}`);
    this.name = "UnknownIdError";
  }
}

interface ControlDependencies {
  account: Account;
  sender: WebhookSender;
  faults: FaultInjector;
  /** Call after changing persisted state without emitting an event. */
  saveState: () => void;
}

export type StripeControl = ReturnType<typeof createControl>;

export function createControl({ account, sender, faults, saveState }: ControlDependencies) {
  const { store, clock, settings } = account;
  return {
    status: () => ({
      now: clock.now(),
      down: faults.down,
      delivery: sender.settings,
      queued: sender.queued,
      /** Requests to `/v1` since startup. */
      apiCalls: account.apiCalls,
      faults: faults.rules,
      dunning: { retryDays: settings.retryDays, afterLastRetry: settings.afterLastRetry },
    }),
    /** Adds a webhook endpoint; returns its id. */
    addWebhookEndpoint(order: v.InferInput<typeof WebhookEndpointInput>): string {
      const { url, secrets, enabledEvents } = v.parse(WebhookEndpointInput, order);
      const id = store.newId("we_1");
      const details = { created: clock.now(), description: null, metadata: {} };
      store.webhookEndpoints.set(id, { id, url, secrets, enabledEvents, ...details });
      saveState();
      return id;
    },
    /** Updates some of the delivery settings. */
    setDelivery(modes: Partial<DeliverySettings>): void {
      sender.settings = { ...sender.settings, ...modes };
    },
    /** Sends held events; resolves after one attempt for each. */
    flush: () => sender.flush(),
    /** Resolves when no delivery is in flight or scheduled for a retry. Held events stay held. */
    waitForDeliveries: () => sender.waitForDeliveries(),
    /** Redelivers an event. Throws when it does not exist. */
    async resend(eventId: string): Promise<void> {
      const event = store.events.get(eventId);
      if (!event) throw new UnknownIdError("event", eventId);
      await sender.resend(event);
    },
    /** All delivery attempts, oldest first. */
    deliveries: (): readonly DeliveryAttempt[] => sender.log,
    /** All events, oldest first. */
    events: (): EventRecord[] => [...store.events.values()],
    /** Makes matching API requests fail. */
    addFault: (order: FaultRuleInput) => faults.add(order),
    /** Closes every connection except those to the controls. */
    setDown(down: boolean): void {
      faults.down = down;
    },
    /**
     * Advances time for one customer or all, running due tasks; returns the clock's time. Throws for an
     * unknown one.
     */
    advance(seconds: number, customer?: string): number {
      if (customer === undefined) {
        clock.advance(seconds);
        runDueTasks(account);
      } else {
        if (!store.customers.has(customer)) throw new UnknownIdError("customer", customer);
        advanceCustomerTime(account, customer, seconds);
      }
      saveState();
      return clock.now();
    },
    /** Declines the next charge of one customer, or of every existing customer. */
    declineNextCharge(customer?: string): void {
      const ids = customer === undefined ? store.customers.keys() : [customer];
      for (const id of ids) settings.declineNext.add(id);
    },
    /** Declines all charges of one customer, or of all customers, until turned off. */
    declineCharges(on: boolean, customer = EVERYONE): void {
      if (on) settings.declineAlways.add(customer);
      else settings.declineAlways.delete(customer);
    },
    /** The portal applies a customer's downgrades to another product at once. */
    downgradeAtOnce(customer: string): void {
      settings.downgradeAtOnce.add(customer);
    },
    setDunning(dunning: v.InferOutput<typeof Dunning>): void {
      Object.assign(settings, dunning);
    },
    /** Voids an invoice, as an operator does in the Dashboard. Throws for an unknown one. */
    voidInvoice(id: string): void {
      const invoice = store.invoices.get(id);
      if (!invoice) throw new UnknownIdError("invoice", id);
      voidInvoice(account, invoice);
    },
    /** Creates a customer with a valid card and a subscription; idempotent by metadata. */
    seedSubscription: (order: v.InferOutput<typeof SeedSubscriptionInput>) =>
      seedSubscription(account, order),
    /** Gives an object other fields in every later response, for states that nothing here leads to. */
    override({ id, fields }: v.InferOutput<typeof Override>): void {
      account.overrides.set(id, fields);
    },
    /** An account whose portal settings nobody has saved. */
    removePortal: (): void => store.portalConfigurations.clear(),
    /** An account whose public details have no business name. */
    removeBusinessName(): void {
      settings.hasBusinessName = false;
    },
    /** Resets faults, delivery, and declines. Keeps customers and the clock. */
    reset(): void {
      faults.reset();
      sender.settings = { ...DEFAULT_DELIVERY };
      Object.assign(settings, defaultBillingSettings());
    },
  };
}

function seedSubscription(
  account: Account,
  order: v.InferOutput<typeof SeedSubscriptionInput>,
): Stripe.Subscription {
  const { store, clock } = account;
  if (!store.prices.has(order.priceId)) throw new UnknownIdError("price", order.priceId);
  const existing = findCustomerByMetadata(account, order.metadata);
  const seeded = existing && store.getCustomerSubscriptions(existing.id).at(-1);
  if (seeded) return serializeSubscription(account, seeded);

  const { email, name, metadata } = order;
  const customer = existing ?? createCustomer(account, { email, name, metadata });
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
    metadata,
    trialEnd: order.trialDays === undefined ? null : clock.now() + order.trialDays * DAY,
    paymentMethod: card.id,
  });
  return serializeSubscription(account, subscription);
}

/** The customer whose metadata includes all of `metadata`; undefined when that is empty. */
function findCustomerByMetadata(
  account: Account,
  metadata: Record<string, string>,
): CustomerRecord | undefined {
  const wanted = Object.entries(metadata);
  if (wanted.length === 0) return undefined;
  return [...account.store.customers.values()].find(
    (record) => !record.deleted && wanted.every(([name, value]) => record.metadata[name] === value),
  );
}
