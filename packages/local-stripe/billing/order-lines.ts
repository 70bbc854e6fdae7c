/** Validates the prices of an order. */

import type { OrderLine, PriceRecord } from "../records.ts";
import { invalidRequest, missingReference } from "../requests/errors.ts";
import type { Store } from "../store.ts";

/** Throws unless the order lines in parameter `list` have active, compatible prices. */
export function validateOrderLines(store: Store, lines: readonly OrderLine[], list: string): void {
  lines.forEach(({ price }, index) => {
    getActivePrice(store, price, `${list}[${index}][price]`);
  });
  validateSamePlanTerms(store, lines, list);
}

/** The price `id` from parameter `name`. Throws unless it exists and is active. */
export function getActivePrice(store: Store, id: string, name: string): PriceRecord {
  const price = store.prices.get(id);
  if (!price) throw missingReference("price", id, name);
  if (!store.getProduct(price.product).active) {
    // Stripe's answer has no `param`.
    throw invalidRequest(
      `Price \`${id}\` is not available to be purchased because its product is not active.`,
    );
  }
  if (price.active) return price;
  throw invalidRequest(
    "The price specified is inactive. This field only accepts active prices.",
    name,
  );
}

/**
 * Throws unless all lines share one currency and one interval and no price repeats. Stripe supports mixed
 * intervals; the emulator does not.
 */
export function validateSamePlanTerms(
  store: Store,
  lines: readonly OrderLine[],
  list: string,
): void {
  const prices = lines.map(({ price }) => store.getPrice(price));
  if (prices.some(({ interval }) => interval === null)) {
    throw invalidRequest(
      "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
      list,
    );
  }
  if (new Set(prices.map(({ interval }) => interval)).size > 1) {
    throw invalidRequest("The local Stripe requires the same interval for all items.", list);
  }
  if (new Set(prices.map(({ currency }) => currency)).size > 1) {
    throw invalidRequest("All prices on a subscription must use the same currency.", list);
  }
  if (new Set(prices.map(({ id }) => id)).size < prices.length) {
    throw invalidRequest("A subscription cannot hold the same price twice.", list);
  }
}
