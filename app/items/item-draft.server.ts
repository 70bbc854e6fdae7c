import type { Database } from "~/platform/database.server.ts";
import type { ItemDraft } from "./item-form.tsx";
import { readItem } from "./items.server.ts";
import { isItemId } from "./schema.ts";

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
