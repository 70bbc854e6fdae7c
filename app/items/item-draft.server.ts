import type { Database } from "~/platform/database.server";
import type { ItemDraft } from "./item-form";
import { readItem } from "./items.server";
import { isItemId } from "./schema";

/** The form that `?item=` asks for: a new item, one of the owner's, or "gone" for any other. */
export async function openDraft(
  database: Database,
  owner: string,
  wanted: string,
): Promise<ItemDraft | "gone"> {
  if (wanted === "new") return { intent: "create", id: crypto.randomUUID(), name: "" };
  const item = isItemId(wanted) ? await readItem(database, owner, wanted) : undefined;
  return item ? { intent: "rename", id: item.id, name: item.name } : "gone";
}
