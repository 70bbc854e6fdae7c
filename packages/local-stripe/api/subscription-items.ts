/** `items[]` of subscription updates and invoice previews. */
import type Stripe from "stripe";
import * as v from "valibot";
import type { Account } from "../account.ts";
import { createItems, getCurrency } from "../billing/items.ts";
import { getActivePrice, validateSamePlanTerms } from "../billing/order-lines.ts";
import type { SubscriptionItemRecord, SubscriptionRecord } from "../records.ts";
import { invalidRequest, missingReference } from "../requests/errors.ts";
import * as p from "../requests/parameters.ts";

export const ItemParams = v.strictObject({
  id: v.optional(p.text),
  price: v.optional(p.text),
  quantity: v.optional(v.pipe(p.integer, v.minValue(1, "Quantity must be at least 1."))),
} satisfies p.Entries<Stripe.SubscriptionUpdateParams.Item>);

type ItemParams = v.InferOutput<typeof ItemParams>;

/**
 * Changes price or quantity of the subscription's items, or adds one. `list` is the parameter's name. Throws
 * Stripe's errors.
 */
export function applyItemChanges(
  account: Account,
  record: SubscriptionRecord,
  changes: readonly ItemParams[] | undefined,
  list = "items",
): SubscriptionItemRecord[] {
  if (changes === undefined) return record.items;
  const items = new Map(record.items.map((item) => [item.id, item]));
  changes.forEach((change, index) => {
    const name = `${list}[${index}][price]`;
    if (change.price !== undefined) getActivePrice(account.store, change.price, name);
    if (change.id === undefined && change.price !== undefined) {
      const added = createItems(account, [{ price: change.price, quantity: change.quantity ?? 1 }]);
      for (const item of added) items.set(item.id, item);
      return;
    }
    const item = items.get(change.id ?? "");
    if (!item)
      throw missingReference("subscription_item", change.id ?? "", `${list}[${index}][id]`);
    const { price = item.price, quantity = item.quantity } = change;
    items.set(item.id, { ...item, price, quantity });
  });
  const after = [...items.values()];
  validateSamePlanTerms(account.store, after, list);
  const currency = getCurrency(account, record.items);
  if (getCurrency(account, after) !== currency) {
    throw invalidRequest(`The subscription's currency is ${currency}, and cannot change.`, list);
  }
  return after;
}
