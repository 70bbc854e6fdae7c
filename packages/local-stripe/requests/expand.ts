/** The `expand[]` parameter (Stripe: API reference, Expanding responses). */
import type { Account } from "../account.ts";
import { toPrice, toProduct } from "../objects/catalog.ts";
import { toCustomer, toDeletedCustomer, toPaymentMethod } from "../objects/customers.ts";
import { serializeInvoice } from "../objects/invoices.ts";
import { findPayment, toCharge, toPaymentIntent } from "../objects/payments.ts";
import { toCoupon, toPromotionCode } from "../objects/promotions.ts";
import { serializeSchedule } from "../objects/schedules.ts";
import { toPortalConfiguration, toPortalProducts } from "../objects/settings.ts";
import { serializeSubscription } from "../objects/subscriptions.ts";
import { invalidRequest, type StripeError } from "./errors.ts";

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
type JsonObject = { [name: string]: Json };

const MAX_DEPTH = 4;
/** A list of a portal configuration that no id stands for. */
const PORTAL_PRODUCTS = "features.subscription_update.products";

/** The object with this id in the field `name`; undefined when it is not expandable. */
function findReference(account: Account, name: string, id: string): object | undefined {
  const { store } = account;
  switch (name) {
    case "configuration":
      return mapRecord(store.portalConfigurations.get(id), toPortalConfiguration);
    case "customer":
      return mapRecord(store.customers.get(id), (record) =>
        record.deleted ? toDeletedCustomer(record) : toCustomer(record),
      );
    case "default_payment_method":
    case "payment_method":
      return mapRecord(store.paymentMethods.get(id), toPaymentMethod);
    case "invoice":
    case "latest_invoice":
      return mapRecord(store.invoices.get(id), (record) => serializeInvoice(account, record));
    case "charge":
    case "latest_charge":
      return mapRecord(findPayment(store, id), (payment) => toCharge(account, payment));
    case "coupon":
      return mapRecord(store.coupons.get(id), toCoupon);
    case "payment_intent":
      return mapRecord(findPayment(store, id), toPaymentIntent);
    case "promotion_code":
      return mapRecord(store.promotionCodes.get(id), toPromotionCode);
    case "price":
      return mapRecord(store.prices.get(id), toPrice);
    case "product":
      return mapRecord(store.products.get(id), toProduct);
    case "schedule": {
      const records = [...store.subscriptions.values()];
      const owner = records.find(({ scheduled }) => scheduled?.schedule === id);
      return mapRecord(owner, (record) => serializeSchedule(account, record));
    }
    case "subscription":
      return mapRecord(store.subscriptions.get(id), (record) =>
        serializeSubscription(account, record),
      );
    default:
      return undefined;
  }
}

function mapRecord<R, T>(record: R | undefined, map: (record: R) => T): T | undefined {
  return record && map(record);
}

/**
 * `object` as JSON with each of `paths` expanded, e.g. `data.customer`. Throws when a path is not expandable.
 */
export function expandObject(account: Account, object: object, paths: readonly string[]): Json {
  const json = toJson(object);
  for (const path of paths) {
    const steps = path.split(".");
    if (steps.length > MAX_DEPTH) {
      throw invalidRequest(
        `You cannot expand more than ${MAX_DEPTH} levels of a property (${path}).`,
        "expand",
      );
    }
    expandPath(account, json, steps, path);
  }
  return json;
}

/** `json` with the fields that the control API gave an object, wherever it is. */
export function applyOverrides(account: Account, json: unknown): unknown {
  if (Array.isArray(json)) return json.map((item: unknown) => applyOverrides(account, item));
  if (typeof json !== "object" || json === null) return json;
  const id = "id" in json && typeof json.id === "string" ? json.id : "";
  const fields = Object.entries(json).map(([name, value]) => [
    name,
    applyOverrides(account, value),
  ]);
  return { ...Object.fromEntries(fields), ...account.overrides.get(id) };
}

function toJson(object: object): Json {
  return JSON.parse(JSON.stringify(object));
}

function expandPath(account: Account, json: Json, steps: readonly string[], path: string): void {
  const [step, ...rest] = steps;
  if (step === undefined || json === null) return;
  if (Array.isArray(json)) {
    for (const item of json) expandPath(account, item, steps, path);
    return;
  }
  if (typeof json !== "object") throw notExpandable(path);
  // A deleted object is its id only.
  if (json.deleted === true) return;
  if (json.object === "billing_portal.configuration" && steps.join(".") === PORTAL_PRODUCTS) {
    addPortalProducts(account, json);
    return;
  }
  const value = expandField(account, json, step, path);
  json[step] = value;
  expandPath(account, value, rest, path);
}

function addPortalProducts({ store }: Account, configuration: JsonObject): void {
  const record = store.portalConfigurations.get(String(configuration.id));
  const { features } = configuration;
  if (!record || !isTable(features) || !isTable(features.subscription_update)) return;
  features.subscription_update.products = toPortalProducts(record).map(toJson);
}

function isTable(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function expandField(account: Account, json: JsonObject, step: string, path: string): Json {
  const value = Object.hasOwn(json, step) ? json[step] : undefined;
  if (value !== undefined && typeof value !== "string") return value;
  const found = value === undefined ? undefined : findReference(account, step, value);
  if (!found) throw notExpandable(path);
  return toJson(found);
}

function notExpandable(path: string): StripeError {
  return invalidRequest(`This property cannot be expanded (${path}).`, "expand");
}
