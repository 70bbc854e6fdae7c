/** What is for sale: `/v1/prices` and `/v1/products`, to be read only. */
import type Stripe from "stripe";
import * as v from "valibot";
import { notFound } from "../errors.ts";
import { listPage } from "../lists.ts";
import { toPrice, toProduct } from "../objects/catalog.ts";
import * as p from "../parameters.ts";
import type { PriceRecord } from "../records.ts";
import type { Api } from "./router.ts";

const PriceListParams = v.strictObject({
  ...p.listEntries,
  active: v.optional(p.boolean),
  currency: v.optional(p.text),
  lookup_keys: v.optional(v.pipe(v.array(p.text), v.maxLength(10))),
  product: v.optional(p.text),
  type: v.optional(p.oneOf("one_time", "recurring")),
} satisfies p.Entries<Stripe.PriceListParams>);

const ProductListParams = v.strictObject({
  ...p.listEntries,
  active: v.optional(p.boolean),
  ids: v.optional(v.array(p.text)),
} satisfies p.Entries<Stripe.ProductListParams>);

export function registerCatalog({ account, on }: Api): void {
  const prices = account.store.prices;

  on("GET", "/v1/prices", PriceListParams, (query) => {
    const records = [...prices.values()].filter((record) => fits(record, query));
    return listPage(records, query, { url: "/v1/prices", kind: "price", show: toPrice });
  });

  on("GET", "/v1/prices/:id", p.onlyExpand, (_, id) => {
    const record = prices.get(id);
    if (!record) throw notFound("price", id, "price");
    return toPrice(record);
  });

  on("GET", "/v1/products", ProductListParams, (query) => {
    const records = productRecords(prices.values()).filter(
      (record) =>
        (query.active ?? record.active) === record.active &&
        (query.ids?.includes(record.product) ?? true),
    );
    return listPage(
      records.map((record) => ({ id: record.product, record })),
      query,
      { url: "/v1/products", kind: "product", show: ({ record }) => toProduct(record) },
    );
  });

  on("GET", "/v1/products/:id", p.onlyExpand, (_, id) => {
    const record = [...prices.values()].find((candidate) => candidate.product === id);
    if (!record) throw notFound("product", id);
    return toProduct(record);
  });
}

function fits(record: PriceRecord, query: v.InferOutput<typeof PriceListParams>): boolean {
  return (
    (query.active ?? record.active) === record.active &&
    (query.currency ?? record.currency) === record.currency &&
    (query.product ?? record.product) === record.product &&
    (query.type ?? "recurring") === "recurring" &&
    (query.lookup_keys?.some((key) => key === record.lookupKey) ?? true)
  );
}

/** One record per product: the first price of each. */
function productRecords(prices: Iterable<PriceRecord>): PriceRecord[] {
  const byProduct = new Map<string, PriceRecord>();
  for (const record of prices) {
    if (!byProduct.has(record.product)) byProduct.set(record.product, record);
  }
  return [...byProduct.values()];
}
