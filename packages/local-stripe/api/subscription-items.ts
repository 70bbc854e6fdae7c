/** Subscription items: `/v1/subscription_items`, and `items[]` of subscription updates and invoice previews. */
import type Stripe from "stripe";
import * as v from "valibot";
import type { Account } from "../account.ts";
import { createItems } from "../billing/items.ts";
import { getActivePrice, validateSamePlanTerms } from "../billing/order-lines.ts";
import { serializeSubscription } from "../objects/subscriptions.ts";
import type { SubscriptionItemRecord, SubscriptionRecord } from "../records.ts";
import { invalidRequest, missingReference } from "../requests/errors.ts";
import { paginateObjects } from "../requests/pagination.ts";
import * as p from "../requests/parameters.ts";
import type { Api } from "../requests/router.ts";

export const ItemParams = v.strictObject({
  deleted: v.optional(p.boolean),
  id: v.optional(p.text),
  metadata: v.optional(v.union([v.literal(""), p.metadata])),
  price: v.optional(p.text),
  quantity: v.optional(v.pipe(p.integer, v.minValue(1, "Quantity must be at least 1."))),
} satisfies p.Entries<Stripe.SubscriptionUpdateParams.Item>);

const ListParams = v.strictObject({
  ...p.listEntries,
  subscription: p.text,
} satisfies p.Entries<Stripe.SubscriptionItemListParams>);

export function registerSubscriptionItems({ account, on }: Api): void {
  const { subscriptions } = account.store;

  on("GET", "/v1/subscription_items", ListParams, (query) => {
    const record = subscriptions.get(query.subscription);
    if (!record) throw missingReference("subscription", query.subscription, "subscription");
    const items = serializeSubscription(account, record).items.data;
    return paginateObjects(items, query, "/v1/subscription_items");
  });
}

type ItemParams = v.InferOutput<typeof ItemParams>;

/**
 * Applies `changes` to the subscription's items: an entry with an id updates or deletes that item, one without adds
 * an item. `list` is the parameter's name. Throws Stripe's errors.
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
    if (change.id === undefined) {
      const item = createAddedItem(account, change, name);
      items.set(item.id, item);
      return;
    }
    const item = items.get(change.id);
    if (!item) throw missingReference("subscription_item", change.id, `${list}[${index}][id]`);
    if (change.deleted) items.delete(item.id);
    else items.set(item.id, { ...item, ...mergeItem(change, item) });
  });
  if (items.size === 0) {
    throw invalidRequest("A subscription must have at least one active plan.", list);
  }
  const after = [...items.values()];
  validateSamePlanTerms(account.store, after, list);
  return after;
}

function createAddedItem(
  account: Account,
  { price, quantity = 1, metadata }: ItemParams,
  name: string,
): SubscriptionItemRecord {
  if (price === undefined) {
    throw invalidRequest(`Missing required param: ${name}.`, name, "parameter_missing");
  }
  const [item] = createItems(account, [{ price, quantity }]);
  if (!item) throw new Error("An order line created no item");
  return { ...item, metadata: p.mergeMetadata({}, metadata) };
}

function mergeItem(
  change: ItemParams,
  item: SubscriptionItemRecord,
): Partial<SubscriptionItemRecord> {
  return {
    price: change.price ?? item.price,
    quantity: change.quantity ?? item.quantity,
    metadata: p.mergeMetadata(item.metadata, change.metadata),
  };
}
