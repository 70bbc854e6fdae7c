import { type Item, isOlder } from "./item";

/** An item as the list shows it; `isAdding` until the server has stored it. */
export type ListedItem = Item & { readonly isAdding?: true };

/**
 * The optimistic list: `items` as they will be once the server has answered `forms`. A star is only shown ahead of the
 * answer where the plan covers it.
 */
export function applyOptimistic(
  items: readonly ListedItem[],
  forms: readonly FormData[],
  canFeature: boolean,
): readonly ListedItem[] {
  return forms.reduce((shown, form) => applyForm(shown, form, canFeature), items);
}

/** The ids that a form is about: one field with commas between them. */
export function getIds(form: FormData): readonly string[] {
  return String(form.get("id") ?? "").split(",");
}

function applyForm(
  items: readonly ListedItem[],
  form: FormData,
  canFeature: boolean,
): readonly ListedItem[] {
  const ids = getIds(form);
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

/** The items that a form brings back. */
export function getDeletedItems(form: FormData): readonly Item[] {
  return JSON.parse(String(form.get("items")));
}

/** It is the newest, whatever the clocks of browser and server say. */
function toNewItem(id: string, name: string): ListedItem {
  return { id, name, featured: false, createdAt: Number.POSITIVE_INFINITY, isAdding: true };
}

function addMissing(items: readonly ListedItem[], added: ListedItem): readonly ListedItem[] {
  if (items.some(({ id }) => id === added.id)) return items;
  const place = items.findIndex((item) => isOlder(item, added));
  return items.toSpliced(place < 0 ? items.length : place, 0, added);
}
