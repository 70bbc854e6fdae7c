/** The `expand[]` parameter (Stripe: API reference, Expanding responses). */
import type { Account } from "../account.ts";
import { toPrice, toProduct } from "../objects/catalog.ts";
import { serializeLineItems } from "../objects/checkout-sessions.ts";
import { toCustomer, toDeletedCustomer, toPaymentMethod } from "../objects/customers.ts";
import { serializeInvoice } from "../objects/invoices.ts";
import { serializeSchedule } from "../objects/schedules.ts";
import { toPortalConfiguration } from "../objects/settings.ts";
import { serializeSubscription } from "../objects/subscriptions.ts";
import { invalidRequest, type StripeError } from "./errors.ts";

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
type JsonObject = { [name: string]: Json };
type Lookup = (account: Account, id: string) => object | undefined;

const MAX_DEPTH = 4;

/** Serializes `record`; undefined when there is none. */
function serialize<R>(record: R | undefined, toObject: (record: R) => object | undefined) {
  return record && toObject(record);
}

const invoice: Lookup = (account, id) =>
  serialize(account.store.invoices.get(id), (record) => serializeInvoice(account, record));

/** Expandable id fields, by name in any object. */
const REFERENCES = new Map<string, Lookup>([
  [
    "configuration",
    ({ store }, id) => serialize(store.portalConfigurations.get(id), toPortalConfiguration),
  ],
  [
    "customer",
    ({ store }, id) =>
      serialize(store.customers.get(id), (record) =>
        record.deleted ? toDeletedCustomer(record) : toCustomer(record),
      ),
  ],
  [
    "default_payment_method",
    ({ store }, id) => serialize(store.paymentMethods.get(id), toPaymentMethod),
  ],
  ["invoice", invoice],
  ["latest_invoice", invoice],
  ["price", ({ store }, id) => serialize(store.prices.get(id), toPrice)],
  ["product", ({ store }, id) => serialize(store.products.get(id), toProduct)],
  [
    "schedule",
    (account, id) =>
      serialize(
        [...account.store.subscriptions.values()].find(
          ({ scheduled }) => scheduled?.schedule === id,
        ),
        (record) => serializeSchedule(account, record),
      ),
  ],
  [
    "subscription",
    (account, id) =>
      serialize(account.store.subscriptions.get(id), (record) =>
        serializeSubscription(account, record),
      ),
  ],
]);

/** Fields included only when expanded, by object type. */
const INCLUDABLE = new Map<string, Lookup>([
  [
    "checkout.session.line_items",
    (account, id) => {
      const record = account.store.checkoutSessions.get(id);
      return (
        record &&
        toList(serializeLineItems(account, record), `/v1/checkout/sessions/${id}/line_items`)
      );
    },
  ],
  [
    "customer.subscriptions",
    (account, id) => {
      const records = account.store.getCustomerSubscriptions(id);
      const data = records.map((record) => serializeSubscription(account, record));
      return toList(data, `/v1/customers/${id}/subscriptions`);
    },
  ],
]);

function toList(data: object[], url: string): object {
  return { object: "list", data, has_more: false, url };
}

/** `object` as JSON with each of `paths` expanded, e.g. `data.customer`. Throws when a path is not expandable. */
export function expandObject(account: Account, object: object, paths: readonly string[]): Json {
  const json = toJson(object);
  for (const path of paths) {
    const steps = path.split(".");
    if (steps.filter((step) => step !== "data").length > MAX_DEPTH) {
      throw invalidRequest(
        `You cannot expand more than ${MAX_DEPTH} levels of a property (${path}).`,
        "expand",
      );
    }
    expandPath(account, json, steps, path);
  }
  return json;
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
  const value = expandField(account, json, step, path);
  json[step] = value;
  expandPath(account, value, rest, path);
}

function expandField(account: Account, json: JsonObject, step: string, path: string): Json {
  const value = Object.hasOwn(json, step) ? json[step] : undefined;
  if (value !== undefined && typeof value !== "string") return value;
  const found =
    value === undefined
      ? INCLUDABLE.get(`${json.object}.${step}`)?.(account, String(json.id))
      : REFERENCES.get(step)?.(account, value);
  if (!found) throw notExpandable(path);
  return toJson(found);
}

function notExpandable(path: string): StripeError {
  return invalidRequest(`This property cannot be expanded (${path}).`, "expand");
}
