/** Everything one local Stripe account holds, and how its ids are made. */
import { createHash, randomBytes } from "node:crypto";
import type * as records from "./records.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Stripe keeps events for 30 days; a state file need not hold as many as memory does. */
const EVENTS_KEPT = 10_000;
const EVENTS_SAVED = 1_000;

/** What is sold from the start: a price and its product in one. */
export interface OfferedPrice {
  id: string;
  product: string;
  productName: string;
  lookupKey: string | null;
  unitAmount: number;
  currency: string;
  interval: "month" | "year";
}

/** What is offered from the start is older than anything bought from it: 1 January 2024. */
const OFFER_CREATED = 1_704_067_200;

export class Store {
  readonly products = new Map<string, records.ProductRecord>();
  readonly prices = new Map<string, records.PriceRecord>();
  readonly customers = new Map<string, records.CustomerRecord>();
  readonly paymentMethods = new Map<string, records.PaymentMethodRecord>();
  readonly checkoutSessions = new Map<string, records.CheckoutSessionRecord>();
  readonly subscriptions = new Map<string, records.SubscriptionRecord>();
  readonly invoices = new Map<string, records.InvoiceRecord>();
  readonly webhookEndpoints = new Map<string, records.WebhookEndpointRecord>();
  readonly portalConfigurations = new Map<string, records.PortalConfigurationRecord>();
  readonly portalSessions = new Map<string, records.PortalSessionRecord>();
  readonly events = new Map<string, records.EventRecord>();
  readonly #salt: string;
  #sequence = 0;

  /** `seed` makes every id the same from run to run; without it ids are random. */
  constructor(offer: readonly OfferedPrice[], seed?: number) {
    for (const { product, productName, ...price } of offer) {
      const common = { created: OFFER_CREATED, active: true, metadata: {} };
      this.products.set(product, { ...common, id: product, name: productName, description: null });
      this.prices.set(price.id, { ...common, ...price, product, nickname: productName });
    }
    this.#salt = seed === undefined ? randomBytes(16).toString("hex") : String(seed);
  }

  /** A fresh id such as `cus_…`, in the shape Stripe's have. */
  newId(prefix: string, length = 24): string {
    this.#sequence += 1;
    return `${prefix}${this.digest(`${prefix}:${this.#sequence}`, length)}`;
  }

  /** `length` letters and digits that depend on the seed and `text` alone. */
  digest(text: string, length: number): string {
    const bytes = createHash("sha512").update(`${this.#salt}:${text}`).digest();
    return Array.from({ length }, (_, index) =>
      ALPHABET.charAt((bytes[index] ?? 0) % ALPHABET.length),
    ).join("");
  }

  addEvent(event: records.EventRecord): void {
    this.events.set(event.id, event);
    const oldest = this.events.keys().next().value;
    if (this.events.size > EVENTS_KEPT && oldest !== undefined) this.events.delete(oldest);
  }

  price(id: string): records.PriceRecord {
    return present(this.prices.get(id), id);
  }

  product(id: string): records.ProductRecord {
    return present(this.products.get(id), id);
  }

  customer(id: string): records.CustomerRecord {
    return present(this.customers.get(id), id);
  }

  invoicesOf(subscription: string): records.InvoiceRecord[] {
    return [...this.invoices.values()].filter((invoice) => invoice.subscription === subscription);
  }

  subscriptionsOf(customer: string): records.SubscriptionRecord[] {
    return [...this.subscriptions.values()].filter((record) => record.customer === customer);
  }

  toSnapshot(clockOffset: number): records.Snapshot {
    return {
      version: 2,
      clockOffset,
      sequence: this.#sequence,
      products: [...this.products.values()],
      prices: [...this.prices.values()],
      customers: [...this.customers.values()],
      paymentMethods: [...this.paymentMethods.values()],
      checkoutSessions: [...this.checkoutSessions.values()],
      subscriptions: [...this.subscriptions.values()],
      invoices: [...this.invoices.values()],
      webhookEndpoints: [...this.webhookEndpoints.values()],
      portalConfigurations: [...this.portalConfigurations.values()],
      portalSessions: [...this.portalSessions.values()],
      events: [...this.events.values()].slice(-EVENTS_SAVED),
    };
  }

  restore(snapshot: records.Snapshot): void {
    const offered = [...this.prices.values()];
    this.#sequence = snapshot.sequence;
    fill(this.products, snapshot.products);
    fill(this.prices, snapshot.prices);
    fill(this.customers, snapshot.customers);
    fill(this.paymentMethods, snapshot.paymentMethods);
    fill(this.checkoutSessions, snapshot.checkoutSessions);
    fill(this.subscriptions, snapshot.subscriptions);
    fill(this.invoices, snapshot.invoices);
    fill(this.webhookEndpoints, snapshot.webhookEndpoints);
    fill(this.portalConfigurations, snapshot.portalConfigurations);
    fill(this.portalSessions, snapshot.portalSessions);
    fill(this.events, snapshot.events);
    for (const price of offered) this.#updateOffer(price);
  }

  /** If the amount of an offered price has changed, existing subscriptions keep the old amount as an archived price. */
  #updateOffer(offered: records.PriceRecord): void {
    const saved = this.price(offered.id);
    if (saved.unitAmount === offered.unitAmount) return;
    const archivedId = `${saved.id}_${saved.unitAmount}`;
    this.prices.set(archivedId, { ...saved, id: archivedId, active: false, lookupKey: null });
    this.prices.set(offered.id, offered);
    const lines = [
      ...[...this.invoices.values()].flatMap((invoice) => invoice.lines),
      ...[...this.subscriptions.values()].flatMap(({ items, pendingLines, scheduled }) => [
        ...items,
        ...pendingLines,
        ...(scheduled?.items ?? []),
      ]),
    ];
    for (const line of lines) if (line.price === saved.id) line.price = archivedId;
  }
}

function fill<R extends { id: string }>(map: Map<string, R>, saved: readonly R[]): void {
  for (const record of saved) map.set(record.id, record);
}

/** Records only ever refer to what exists; anything else is a bug here, not a client's mistake. */
function present<R>(record: R | undefined, id: string): R {
  if (record === undefined) throw new Error(`The local Stripe has lost ${id}`);
  return record;
}
