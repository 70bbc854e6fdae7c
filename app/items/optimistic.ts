import type { PendingForm } from "~/forms/mutations";
import { type Item, isOlderItem } from "./item";

/** An item in the list; `isAdding` until the server has stored it. */
export type ListedItem = Item & { readonly isAdding?: true };

/**
 * The optimistic list: `items` with the pending `forms` applied. Featuring and
 * unfeaturing are only applied when the plan allows it (`canFeature`), since the server would reject them.
 */
export function applyOptimistic(
  items: readonly ListedItem[],
  forms: readonly PendingForm[],
  canFeature: boolean,
): readonly ListedItem[] {
  return forms.reduce((list, form) => applyForm(list, form, canFeature), items);
}

function applyForm(
  items: readonly ListedItem[],
  { form, storedAt }: PendingForm,
  canFeature: boolean,
): readonly ListedItem[] {
  const id = String(form.get("id"));
  const name = String(form.get("name")).trim();
  const change = (changed: Partial<Item>) =>
    items.map((item) => (item.id === id ? { ...item, ...changed } : item));
  switch (form.get("intent")) {
    case "create": {
      if (items.some((item) => item.id === id)) return items;
      const added = { id, name, featured: false, createdAt: storedAt ?? Date.now() };
      return [storedAt === undefined ? { ...added, isAdding: true } : added, ...items];
    }
    case "rename":
      return change({ name });
    case "feature":
    case "unfeature":
      return canFeature ? change({ featured: form.get("intent") === "feature" }) : items;
    case "delete":
      return items.filter((item) => item.id !== id);
    case "restore": {
      const createdAt = Number(form.get("createdAt"));
      const restored = { id, name, featured: form.get("featured") === "true", createdAt };
      if (items.some((item) => item.id === id)) return items;
      const index = items.findIndex((item) => isOlderItem(item, restored));
      return items.toSpliced(index < 0 ? items.length : index, 0, restored);
    }
    default:
      return items;
  }
}
