/** The records of one account, and its id generator. */
import { createHash, randomBytes } from "node:crypto";
import type * as records from "./records.ts";
import type { JsonObject } from "./requests/json.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Stripe keeps events for 30 days; memory and the state file are limited by count. */
const MAX_EVENTS = 10_000;
const MAX_SAVED_EVENTS = 1_000;

/** An initial price and its product. */
export interface CatalogPrice {
  id: string;
  product: string;
  productName: string;
  lookupKey: string | null;
  unitAmount: number;
  currency: string;
  interval: "month" | "year";
}

/** January 1, 2024: older than anything bought. */
const CATALOG_CREATED_AT = 1_704_067_200;

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
  readonly coupons = new Map<string, records.CouponRecord>();
  readonly promotionCodes = new Map<string, records.PromotionCodeRecord>();
  readonly payments = new Map<string, records.PaymentRecord>();
  readonly refunds = new Map<string, records.RefundRecord>();
  readonly events = new Map<string, records.EventRecord>();
  /** Parameters without effect, by the id of their object (`requests/unused-parameters.ts`). */
  readonly unusedParameters = new Map<string, JsonObject>();
  readonly #salt: string;
  #sequence = 0;

  /** `seed` makes ids deterministic; without it they are random. */
  constructor(catalog: readonly CatalogPrice[], seed?: number) {
    for (const { product, productName, ...price } of catalog) {
      const common = { created: CATALOG_CREATED_AT, active: true };
      this.products.set(product, { ...common, id: product, name: productName, metadata: {} });
      this.prices.set(price.id, { ...common, ...price, product });
    }
    this.#salt = seed === undefined ? randomBytes(16).toString("hex") : String(seed);
  }

  /** Generates an id in Stripe's format, e.g. `cus_…`. */
  newId(prefix: string, length = 24): string {
    this.#sequence += 1;
    return `${prefix}${this.digest(`${prefix}:${this.#sequence}`, length)}`;
  }

  /** `length` alphanumeric characters derived from the seed and `text`. */
  digest(text: string, length: number): string {
    const bytes = createHash("sha512").update(`${this.#salt}:${text}`).digest();
    return Array.from({ length }, (_, index) =>
      ALPHABET.charAt((bytes[index] ?? 0) % ALPHABET.length),
    ).join("");
  }

  addEvent(event: records.EventRecord): void {
    this.events.set(event.id, event);
    const oldest = this.events.keys().next().value;
    if (this.events.size > MAX_EVENTS && oldest !== undefined) this.events.delete(oldest);
  }

  getPrice(id: string): records.PriceRecord {
    return requireRecord(this.prices.get(id), id);
  }

  getProduct(id: string): records.ProductRecord {
    return requireRecord(this.products.get(id), id);
  }

  getCustomer(id: string): records.CustomerRecord {
    return requireRecord(this.customers.get(id), id);
  }

  getSubscription(id: string): records.SubscriptionRecord {
    return requireRecord(this.subscriptions.get(id), id);
  }

  getCoupon(id: string): records.CouponRecord {
    return requireRecord(this.coupons.get(id), id);
  }

  getSubscriptionInvoices(subscription: string): records.InvoiceRecord[] {
    return [...this.invoices.values()].filter((invoice) => invoice.subscription === subscription);
  }

  getCustomerSubscriptions(customer: string): records.SubscriptionRecord[] {
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
      events: [...this.events.values()].slice(-MAX_SAVED_EVENTS),
      coupons: [...this.coupons.values()],
      promotionCodes: [...this.promotionCodes.values()],
      payments: [...this.payments.values()],
      refunds: [...this.refunds.values()],
      unusedParameters: Object.fromEntries(this.unusedParameters),
    };
  }

  restore(snapshot: records.Snapshot): void {
    const catalog = [...this.prices.values()];
    this.#sequence = snapshot.sequence;
    restoreRecords(this.products, snapshot.products);
    restoreRecords(this.prices, snapshot.prices);
    restoreRecords(this.customers, snapshot.customers);
    restoreRecords(this.paymentMethods, snapshot.paymentMethods);
    restoreRecords(this.checkoutSessions, snapshot.checkoutSessions);
    restoreRecords(this.subscriptions, snapshot.subscriptions);
    restoreRecords(this.invoices, snapshot.invoices);
    restoreRecords(this.webhookEndpoints, snapshot.webhookEndpoints);
    restoreRecords(this.portalConfigurations, snapshot.portalConfigurations);
    restoreRecords(this.portalSessions, snapshot.portalSessions);
    restoreRecords(this.events, snapshot.events);
    restoreRecords(this.coupons, snapshot.coupons);
    restoreRecords(this.promotionCodes, snapshot.promotionCodes);
    restoreRecords(this.payments, snapshot.payments);
    restoreRecords(this.refunds, snapshot.refunds);
    for (const [id, unused] of Object.entries(snapshot.unusedParameters)) {
      this.unusedParameters.set(id, unused);
    }
    for (const price of catalog) this.#updateCatalogPrice(price);
  }

  /**
   * Updates a catalog price. If it has another amount or interval than before, existing subscriptions keep
   * the old one as an archived price.
   */
  #updateCatalogPrice(current: records.PriceRecord): void {
    const saved = this.getPrice(current.id);
    const { unitAmount, interval } = saved;
    if (unitAmount === current.unitAmount && interval === current.interval) return;
    const archivedId = `${saved.id}_${unitAmount}_${interval}`;
    this.prices.set(archivedId, { ...saved, id: archivedId, active: false, lookupKey: null });
    this.prices.set(current.id, current);
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

function restoreRecords<R extends { id: string }>(map: Map<string, R>, saved: readonly R[]): void {
  for (const record of saved) map.set(record.id, record);
}

/** Throws for a dangling reference between records: a bug in the emulator, not a client error. */
function requireRecord<R>(record: R | undefined, id: string): R {
  if (record === undefined) throw new Error(`The local Stripe has lost ${id}`);
  return record;
}
