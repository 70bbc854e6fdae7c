import { type Item, isOlderItem, parseDeletedItems } from "./item";

/** An item in the list; `isAdding` until the server has stored it. */
export type ListedItem = Item & { readonly isAdding?: true };

/** The form field with the time of a change that is stored, but not in the list yet. Epoch milliseconds. */
export const STORED_AT = "storedAt";

/**
 * The optimistic list: `items` with the pending `forms` applied. Featuring and
 * unfeaturing are only applied when the plan allows it (`canFeature`), since the server would reject them.
 */
export function applyOptimistic(
  items: readonly ListedItem[],
  forms: readonly FormData[],
  canFeature: boolean,
): readonly ListedItem[] {
  return forms.reduce((list, form) => applyForm(list, form, canFeature), items);
}

function applyForm(items: readonly ListedItem[], form: FormData, canFeature: boolean) {
  const ids = String(form.get("id") ?? "").split(",");
  const name = String(form.get("name")).trim();
  const change = (changed: Partial<Item>) =>
    items.map((item) => (ids.includes(item.id) ? { ...item, ...changed } : item));
  switch (form.get("intent")) {
    case "create":
      return items.some(({ id }) => ids.includes(id))
        ? items
        : [toNewItem(String(ids[0]), name, form.get(STORED_AT)), ...items];
    case "rename":
      return change({ name });
    case "feature":
    case "unfeature":
      return canFeature ? change({ featured: form.get("intent") === "feature" }) : items;
    case "delete":
      return items.filter(({ id }) => !ids.includes(id));
    case "restore":
      return parseDeletedItems(form.get("items")).reduce(addMissing, items);
    default:
      return items;
  }
}

/** Sorted first, whatever the clocks of browser and server say. */
function toNewItem(id: string, name: string, storedAt: FormDataEntryValue | null): ListedItem {
  const item = { id, name, featured: false };
  if (storedAt) return { ...item, createdAt: Number(storedAt) };
  return { ...item, createdAt: Number.POSITIVE_INFINITY, isAdding: true };
}

function addMissing(items: readonly ListedItem[], added: ListedItem): readonly ListedItem[] {
  if (items.some(({ id }) => id === added.id)) return items;
  const index = items.findIndex((item) => isOlderItem(item, added));
  return items.toSpliced(index < 0 ? items.length : index, 0, added);
}
