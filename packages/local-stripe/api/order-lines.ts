/** What an order may hold, alone and together. */
import { invalidRequest, missingReference } from "../errors.ts";
import type { OrderLine, PriceRecord } from "../records.ts";
import type { Store } from "../store.ts";

/** Throws unless the lines of a new order can be sold. `list` is the parameter that holds them. */
export function checkOrder(store: Store, lines: readonly OrderLine[], list: string): void {
  lines.forEach(({ price }, index) => {
    sellablePrice(store, price, `${list}[${index}][price]`);
  });
  checkTogether(store, lines, list);
}

/** Throws unless `id`, given in the parameter `name`, is a price that is sold. */
export function sellablePrice(store: Store, id: string, name: string): PriceRecord {
  const price = store.prices.get(id);
  if (!price) throw missingReference("price", id, name);
  if (price.active) return price;
  throw invalidRequest(
    "The price specified is inactive. This field only accepts active prices.",
    name,
  );
}

/**
 * Throws unless the lines are billed in one currency by one interval. Stripe itself could mix intervals; the
 * local one does not.
 */
export function checkTogether(store: Store, lines: readonly OrderLine[], list: string): void {
  const prices = lines.map(({ price }) => store.price(price));
  if (new Set(prices.map(({ interval }) => interval)).size > 1) {
    throw invalidRequest("The local Stripe bills all items by the same interval.", list);
  }
  if (new Set(prices.map(({ currency }) => currency)).size > 1) {
    throw invalidRequest("All prices on a subscription must use the same currency.", list);
  }
  if (new Set(prices.map(({ id }) => id)).size < prices.length) {
    throw invalidRequest("A subscription cannot hold the same price twice.", list);
  }
}
