/** The lines of a Checkout session: prices of the catalog, and prices of their own. */
import type Stripe from "stripe";
import * as v from "valibot";
import type { Account } from "../account.ts";
import { getActivePrice, validateSamePlanTerms } from "../billing/order-lines.ts";
import type { CheckoutSessionRecord, OrderLine, PriceRecord } from "../records.ts";
import { invalidRequest, missingReference } from "../requests/errors.ts";
import * as p from "../requests/parameters.ts";
import { Recurring } from "./catalog.ts";

const PriceData = v.strictObject({
  currency: p.text,
  product: v.optional(p.text),
  product_data: v.optional(
    v.strictObject({
      metadata: v.optional(p.metadata),
      name: p.text,
    } satisfies p.Entries<Stripe.Checkout.SessionCreateParams.LineItem.PriceData.ProductData>),
  ),
  recurring: v.optional(Recurring),
  unit_amount: p.integer,
} satisfies p.EntriesByName<Stripe.Checkout.SessionCreateParams.LineItem.PriceData>);

export const LineItem = v.strictObject({
  price: v.optional(p.text),
  price_data: v.optional(PriceData),
  quantity: v.optional(v.pipe(p.integer, v.minValue(1, "Quantity must be at least 1."))),
} satisfies p.EntriesByName<Stripe.Checkout.SessionCreateParams.LineItem>);

type LineItem = v.InferOutput<typeof LineItem>;

/** Throws Stripe's errors for lines that this mode does not sell. */
export function createOrderLines(
  account: Account,
  mode: CheckoutSessionRecord["mode"],
  items: readonly LineItem[] | undefined,
): OrderLine[] {
  if (!items?.length) {
    throw invalidRequest("Missing required param: line_items.", "line_items", "parameter_missing");
  }
  const prices = items.map((item, index) => findPrice(account, item, `line_items[${index}]`));
  if (mode === "payment" && prices.some(({ interval }) => interval !== null)) {
    throw invalidRequest(
      "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
      "mode",
    );
  }
  if (mode === "subscription" && prices.every(({ interval }) => interval === null)) {
    throw invalidRequest(
      "You must provide at least one recurring price in `subscription` mode when using prices.",
      "mode",
    );
  }
  const lines = items.map(({ quantity }, index) => {
    const price = prices[index]?.id ?? "";
    if (quantity !== undefined) return { price, quantity };
    throw invalidRequest(
      `Quantity is required. Add \`quantity\` to \`line_items[${index}]\``,
      `line_items[${index}][quantity]`,
    );
  });
  if (mode === "subscription") validateSamePlanTerms(account.store, lines, "line_items");
  return lines;
}

function findPrice(account: Account, { price, price_data }: LineItem, name: string): PriceRecord {
  if (price_data) return createInlinePrice(account, price_data, `${name}[price_data]`);
  if (price !== undefined) return getActivePrice(account.store, price, `${name}[price]`);
  throw invalidRequest(
    "You must specify either `price` or `price_data`.",
    name,
    "parameter_missing",
  );
}

/** Stripe keeps such a price as an inactive one. */
function createInlinePrice(
  { store, clock }: Account,
  { product: productId, product_data: data, recurring, ...price }: v.InferOutput<typeof PriceData>,
  name: string,
): PriceRecord {
  const created = clock.now();
  const product = productId ?? store.newId("prod_", 14);
  if (data) {
    const metadata = p.mergeMetadata({}, data.metadata);
    store.products.set(product, { id: product, created, name: data.name, active: true, metadata });
  }
  if (!store.products.has(product)) throw missingReference("product", product, `${name}[product]`);
  const record: PriceRecord = {
    id: store.newId("price_1"),
    created,
    product,
    lookupKey: null,
    unitAmount: price.unit_amount,
    currency: price.currency,
    interval: recurring?.interval ?? null,
    active: false,
  };
  store.prices.set(record.id, record);
  return record;
}
