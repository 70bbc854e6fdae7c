import { type Item, isOlderItem } from "./item";

/** An item in the list; `isAdding` until the server has stored it. */
export type ListedItem = Item & { readonly isAdding?: true };

/**
 * The optimistic list: `items` with the pending `forms` applied. Featuring is only applied when the plan allows it
 * (`canFeature`), since the server would reject it.
 */
export function applyOptimistic(
  items: readonly ListedItem[],
  forms: readonly FormData[],
  canFeature: boolean,
): readonly ListedItem[] {
  return forms.reduce((list, form) => applyForm(list, form, canFeature), items);
}

/** The form's item ids: one comma-separated field. */
export function getItemIds(form: FormData): readonly string[] {
  return String(form.get("id") ?? "").split(",");
}

function applyForm(
  items: readonly ListedItem[],
  form: FormData,
  canFeature: boolean,
): readonly ListedItem[] {
  const ids = getItemIds(form);
  const name = String(form.get("name")).trim();
  const change = (changed: Partial<Item>) =>
    items.map((item) => (ids.includes(item.id) ? { ...item, ...changed } : item));
  switch (form.get("intent")) {
    case "create":
      return items.some(({ id }) => ids.includes(id))
        ? items
        : [toNewItem(String(ids[0]), name), ...items];
    case "rename":
      return change({ name });
    case "feature":
      return canFeature ? change({ featured: true }) : items;
    case "unfeature":
      return change({ featured: false });
    case "delete":
      return items.filter(({ id }) => !ids.includes(id));
    case "restore":
      return getDeletedItems(form).reduce(addMissing, items);
    default:
      return items;
  }
}

/** The items a restore form contains. */
export function getDeletedItems(form: FormData): readonly Item[] {
  return JSON.parse(String(form.get("items")));
}

/** Sorted first, whatever the clocks of browser and server say. */
function toNewItem(id: string, name: string): ListedItem {
  return { id, name, featured: false, createdAt: Number.POSITIVE_INFINITY, isAdding: true };
}

function addMissing(items: readonly ListedItem[], added: ListedItem): readonly ListedItem[] {
  if (items.some(({ id }) => id === added.id)) return items;
  const index = items.findIndex((item) => isOlderItem(item, added));
  return items.toSpliced(index < 0 ? items.length : index, 0, added);
}
