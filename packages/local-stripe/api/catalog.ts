/** The catalog: `/v1/prices` and `/v1/products`. Prices are paid once, monthly or yearly. */
import type Stripe from "stripe";
import * as v from "valibot";
import { toPrice, toProduct } from "../objects/catalog.ts";
import type { PriceRecord, ProductRecord } from "../records.ts";
import { findRecord, invalidRequest, missingReference } from "../requests/errors.ts";
import { paginate } from "../requests/pagination.ts";
import * as p from "../requests/parameters.ts";
import type { Api } from "../requests/router.ts";
import type { Store } from "../store.ts";

export const Recurring = v.strictObject({
  interval: p.oneOf("month", "year"),
  interval_count: v.optional(
    v.pipe(p.integer, v.literal(1, "The local Stripe supports monthly and yearly intervals only.")),
  ),
} satisfies p.Entries<Stripe.PriceCreateParams.Recurring>);

const PriceCreateParams = v.strictObject({
  active: v.optional(p.boolean),
  currency: p.text,
  expand: v.optional(p.expand),
  lookup_key: v.optional(p.text),
  product: p.text,
  recurring: v.optional(Recurring),
  transfer_lookup_key: v.optional(p.boolean),
  unit_amount: p.integer,
} satisfies p.Entries<Stripe.PriceCreateParams>);

const PriceUpdateParams = v.strictObject({
  active: v.optional(p.boolean),
  expand: v.optional(p.expand),
} satisfies p.Entries<Stripe.PriceUpdateParams>);

const PriceListParams = v.strictObject({
  ...p.listEntries,
  active: v.optional(p.boolean),
  lookup_keys: v.optional(v.pipe(v.array(p.text), v.maxLength(10))),
} satisfies p.Entries<Stripe.PriceListParams>);

const ProductCreateParams = v.strictObject({
  expand: v.optional(p.expand),
  id: v.optional(p.text),
  metadata: v.optional(p.metadata),
  name: p.text,
} satisfies p.Entries<Stripe.ProductCreateParams>);

const ProductUpdateParams = v.strictObject({
  active: v.optional(p.boolean),
  expand: v.optional(p.expand),
} satisfies p.Entries<Stripe.ProductUpdateParams>);

const ProductListParams = v.strictObject(
  p.listEntries satisfies p.Entries<Stripe.ProductListParams>,
);

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
    assignLookupKey(store, parameters);
    const record: PriceRecord = {
      id: store.newId("price_1"),
      created: clock.now(),
      product: parameters.product,
      lookupKey: parameters.lookup_key ?? null,
      unitAmount: parameters.unit_amount,
      currency: parameters.currency,
      interval: parameters.recurring?.interval ?? null,
      active: parameters.active ?? true,
    };
    prices.set(record.id, record);
    return toPrice(record);
  });

  on("GET", "/v1/prices", PriceListParams, (query) => {
    const records = [...prices.values()].filter((record) => matchesQuery(record, query));
    return paginate(records, query, { url: "/v1/prices", kind: "price", serialize: toPrice });
  });

  on("POST", "/v1/prices/:id", PriceUpdateParams, ({ active }, id) => {
    const record = existing(id);
    record.active = active ?? record.active;
    return toPrice(record);
  });
}

/** Throws when another price has the lookup key, unless `transfer_lookup_key` is set. */
function assignLookupKey(
  store: Store,
  { lookup_key, transfer_lookup_key }: v.InferOutput<typeof PriceCreateParams>,
): void {
  if (!lookup_key) return;
  const holder = [...store.prices.values()].find(({ lookupKey }) => lookupKey === lookup_key);
  if (!holder) return;
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
      active: true,
      metadata: p.mergeMetadata({}, parameters.metadata),
    };
    products.set(id, record);
    return toProduct(record);
  });

  on("GET", "/v1/products", ProductListParams, (query) => {
    const url = "/v1/products";
    return paginate(products.values(), query, { url, kind: "product", serialize: toProduct });
  });

  on("GET", "/v1/products/:id", p.onlyExpand, (_, id) => toProduct(existing(id)));

  on("POST", "/v1/products/:id", ProductUpdateParams, ({ active }, id) => {
    const record = existing(id);
    record.active = active ?? record.active;
    return toProduct(record);
  });
}

function matchesQuery(record: PriceRecord, query: v.InferOutput<typeof PriceListParams>): boolean {
  return (
    (query.active ?? record.active) === record.active &&
    (query.lookup_keys?.some((key) => key === record.lookupKey) ?? true)
  );
}
