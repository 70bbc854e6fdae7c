/** `items[]` of a subscription's update and of an invoice's preview. */
import type Stripe from "stripe";
import * as v from "valibot";
import type { Account } from "../account.ts";
import { newItems } from "../billing/items.ts";
import { invalidRequest, missingReference } from "../errors.ts";
import * as p from "../parameters.ts";
import type { SubscriptionItemRecord, SubscriptionRecord } from "../records.ts";
import { checkTogether, sellablePrice } from "./order-lines.ts";

export const ItemParams = v.strictObject({
  deleted: v.optional(p.boolean),
  id: v.optional(p.text),
  metadata: v.optional(v.union([v.literal(""), p.metadata])),
  price: v.optional(p.text),
  quantity: v.optional(v.pipe(p.integer, v.minValue(1, "Quantity must be at least 1."))),
} satisfies p.Entries<Stripe.SubscriptionUpdateParams.Item>);

type ItemParams = v.InferOutput<typeof ItemParams>;

/**
 * The items after `changes`: one with an id changes or goes, one without is added beside the others. `list` is
 * the parameter's name. Throws Stripe's errors.
 */
export function changedItems(
  account: Account,
  record: SubscriptionRecord,
  changes: readonly ItemParams[] | undefined,
  list = "items",
): SubscriptionItemRecord[] {
  if (changes === undefined) return record.items;
  const items = new Map(record.items.map((item) => [item.id, item]));
  changes.forEach((change, index) => {
    const name = `${list}[${index}][price]`;
    if (change.price !== undefined) sellablePrice(account.store, change.price, name);
    if (change.id === undefined) {
      const item = addedItem(account, change, name);
      items.set(item.id, item);
      return;
    }
    const item = items.get(change.id);
    if (!item) throw missingReference("subscription_item", change.id, `${list}[${index}][id]`);
    if (change.deleted) items.delete(item.id);
    else items.set(item.id, { ...item, ...given(change, item) });
  });
  if (items.size === 0) {
    throw invalidRequest("A subscription must have at least one active plan.", list);
  }
  const after = [...items.values()];
  checkTogether(account.store, after, list);
  return after;
}

function addedItem(
  account: Account,
  { price, quantity = 1, metadata }: ItemParams,
  name: string,
): SubscriptionItemRecord {
  if (price === undefined) {
    throw invalidRequest(`Missing required param: ${name}.`, name, "parameter_missing");
  }
  const [item] = newItems(account, [{ price, quantity }]);
  if (!item) throw new Error("An order line made no item");
  return { ...item, metadata: p.mergeMetadata({}, metadata) };
}

function given(change: ItemParams, item: SubscriptionItemRecord): Partial<SubscriptionItemRecord> {
  return {
    price: change.price ?? item.price,
    quantity: change.quantity ?? item.quantity,
    metadata: p.mergeMetadata(item.metadata, change.metadata),
  };
}
