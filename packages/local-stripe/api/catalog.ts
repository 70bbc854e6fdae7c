/** The catalog: `/v1/prices` and `/v1/products`. Monthly and yearly recurring prices only. */
import type Stripe from "stripe";
import * as v from "valibot";
import { toPrice, toProduct } from "../objects/catalog.ts";
import { type PriceRecord, type ProductRecord, TAX_BEHAVIORS } from "../records.ts";
import { findRecord, invalidRequest, missingReference } from "../requests/errors.ts";
import { paginate } from "../requests/pagination.ts";
import * as p from "../requests/parameters.ts";
import type { Api } from "../requests/router.ts";
import type { Store } from "../store.ts";

const PriceCreateParams = v.strictObject({
  active: v.optional(p.boolean),
  currency: p.text,
  expand: v.optional(p.expand),
  lookup_key: v.optional(p.text),
  metadata: v.optional(p.metadata),
  nickname: v.optional(p.text),
  product: p.text,
  recurring: v.strictObject({
    interval: p.oneOf("month", "year"),
    interval_count: v.optional(
      v.pipe(
        p.integer,
        v.literal(1, "The local Stripe supports monthly and yearly intervals only."),
      ),
    ),
    trial_period_days: v.optional(v.pipe(p.integer, v.minValue(0))),
  } satisfies p.Entries<Stripe.PriceCreateParams.Recurring>),
  tax_behavior: v.optional(p.oneOf(...TAX_BEHAVIORS)),
  transfer_lookup_key: v.optional(p.boolean),
  unit_amount: p.integer,
} satisfies p.Entries<Stripe.PriceCreateParams>);

const PriceUpdateParams = v.strictObject({
  active: v.optional(p.boolean),
  expand: v.optional(p.expand),
  lookup_key: v.optional(p.text),
  metadata: v.optional(v.union([v.literal(""), p.metadata])),
  nickname: v.optional(p.text),
  tax_behavior: v.optional(p.oneOf(...TAX_BEHAVIORS)),
  transfer_lookup_key: v.optional(p.boolean),
} satisfies p.Entries<Stripe.PriceUpdateParams>);

const PriceListParams = v.strictObject({
  ...p.listEntries,
  active: v.optional(p.boolean),
  created: v.optional(p.timeRange),
  currency: v.optional(p.text),
  lookup_keys: v.optional(v.pipe(v.array(p.text), v.maxLength(10))),
  product: v.optional(p.text),
  type: v.optional(p.oneOf("one_time", "recurring")),
} satisfies p.Entries<Stripe.PriceListParams>);

const ProductCreateParams = v.strictObject({
  active: v.optional(p.boolean),
  description: v.optional(p.text),
  expand: v.optional(p.expand),
  id: v.optional(p.text),
  metadata: v.optional(p.metadata),
  name: p.text,
} satisfies p.Entries<Stripe.ProductCreateParams>);

const ProductUpdateParams = v.strictObject({
  active: v.optional(p.boolean),
  description: v.optional(p.text),
  expand: v.optional(p.expand),
  metadata: v.optional(v.union([v.literal(""), p.metadata])),
  name: v.optional(p.text),
} satisfies p.Entries<Stripe.ProductUpdateParams>);

const ProductListParams = v.strictObject({
  ...p.listEntries,
  active: v.optional(p.boolean),
  created: v.optional(p.timeRange),
  ids: v.optional(v.array(p.text)),
} satisfies p.Entries<Stripe.ProductListParams>);

export function registerCatalog(api: Api): void {
  registerPrices(api);
  registerProducts(api);
}

function registerPrices({ account, on }: Api): void {
  const { store, clock } = account;
  const { prices } = store;
  const existing = (id: string) => findRecord(prices, id, "price", "price");

  on("POST", "/v1/prices", PriceCreateParams, (parameters) => {
    if (!store.products.has(parameters.product)) {
      throw missingReference("product", parameters.product, "product");
    }
    assignLookupKey(store, parameters, null);
    const record: PriceRecord = {
      id: store.newId("price_1"),
      created: clock.now(),
      product: parameters.product,
      nickname: parameters.nickname ?? null,
      lookupKey: parameters.lookup_key ?? null,
      unitAmount: parameters.unit_amount,
      currency: parameters.currency,
      interval: parameters.recurring.interval,
      trialDays: parameters.recurring.trial_period_days ?? null,
      taxBehavior: parameters.tax_behavior ?? "unspecified",
      active: parameters.active ?? true,
      metadata: p.mergeMetadata({}, parameters.metadata),
    };
    prices.set(record.id, record);
    return toPrice(record);
  });

  on("GET", "/v1/prices", PriceListParams, (query) => {
    const records = [...prices.values()].filter((record) => matchesQuery(record, query));
    return paginate(records, query, { url: "/v1/prices", kind: "price", serialize: toPrice });
  });

  on("GET", "/v1/prices/:id", p.onlyExpand, (_, id) => toPrice(existing(id)));

  on("POST", "/v1/prices/:id", PriceUpdateParams, (parameters, id) => {
    const record = existing(id);
    const { tax_behavior: taxBehavior = record.taxBehavior } = parameters;
    if (record.taxBehavior !== "unspecified" && taxBehavior !== record.taxBehavior) {
      throw invalidRequest("The tax behavior of a price cannot be changed.", "tax_behavior");
    }
    assignLookupKey(store, parameters, record);
    Object.assign(record, {
      active: parameters.active ?? record.active,
      lookupKey:
        parameters.lookup_key === undefined ? record.lookupKey : parameters.lookup_key || null,
      nickname: parameters.nickname === undefined ? record.nickname : parameters.nickname || null,
      taxBehavior,
      metadata: p.mergeMetadata(record.metadata, parameters.metadata),
    } satisfies Partial<PriceRecord>);
    return toPrice(record);
  });
}

/** Throws when another price has the lookup key, unless `transfer_lookup_key` is set. */
function assignLookupKey(
  store: Store,
  { lookup_key, transfer_lookup_key }: v.InferOutput<typeof PriceUpdateParams>,
  target: PriceRecord | null,
): void {
  if (!lookup_key) return;
  const holder = [...store.prices.values()].find(({ lookupKey }) => lookupKey === lookup_key);
  if (!holder || holder === target) return;
  if (!transfer_lookup_key) {
    throw invalidRequest(
      `A price (\`${holder.id}\`) already uses that lookup key.`,
      "lookup_key",
      "resource_already_exists",
    );
  }
  holder.lookupKey = null;
}

function registerProducts({ account, on }: Api): void {
  const { store, clock } = account;
  const { products } = store;
  const existing = (id: string) => findRecord(products, id, "product");

  on("POST", "/v1/products", ProductCreateParams, (parameters) => {
    const id = parameters.id ?? store.newId("prod_", 14);
    if (products.has(id)) {
      throw invalidRequest("Product already exists.", "id", "resource_already_exists");
    }
    const record: ProductRecord = {
      id,
      created: clock.now(),
      name: parameters.name,
      description: parameters.description ?? null,
      active: parameters.active ?? true,
      metadata: p.mergeMetadata({}, parameters.metadata),
    };
    products.set(id, record);
    return toProduct(record);
  });

  on("GET", "/v1/products", ProductListParams, (query) => {
    const records = [...products.values()].filter(
      (record) =>
        (query.active ?? record.active) === record.active &&
        (query.ids?.includes(record.id) ?? true),
    );
    return paginate(records, query, { url: "/v1/products", kind: "product", serialize: toProduct });
  });

  on("GET", "/v1/products/:id", p.onlyExpand, (_, id) => toProduct(existing(id)));

  on("POST", "/v1/products/:id", ProductUpdateParams, (parameters, id) => {
    const record = existing(id);
    Object.assign(record, {
      name: parameters.name ?? record.name,
      active: parameters.active ?? record.active,
      description:
        parameters.description === undefined ? record.description : parameters.description || null,
      metadata: p.mergeMetadata(record.metadata, parameters.metadata),
    } satisfies Partial<ProductRecord>);
    return toProduct(record);
  });
}

function matchesQuery(record: PriceRecord, query: v.InferOutput<typeof PriceListParams>): boolean {
  return (
    (query.active ?? record.active) === record.active &&
    (query.currency ?? record.currency) === record.currency &&
    (query.product ?? record.product) === record.product &&
    (query.type ?? "recurring") === "recurring" &&
    (query.lookup_keys?.some((key) => key === record.lookupKey) ?? true)
  );
}
