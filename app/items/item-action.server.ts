import type { Prices } from "~/billing/subscription";
import type { Database } from "~/platform/database.server.ts";
import { createItem, deleteItem, renameItem, setItemFeatured } from "./items.server.ts";
import type { ItemAction } from "./schema.ts";

export const UPGRADE_MESSAGE = "You must upgrade to the pro or business plan to use this feature";
const GONE_MESSAGE = "This item no longer exists";

export interface ItemActionContext {
  readonly database: Database;
  readonly owner: string;
  readonly prices: Prices;
}

export type ItemActionOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly message: string };

/** Does what the form asked, for this owner only. */
export async function runItemAction(
  action: ItemAction,
  { database, owner, prices }: ItemActionContext,
): Promise<ItemActionOutcome> {
  switch (action.intent) {
    case "create":
      await createItem(database, owner, action.name);
      return { ok: true };
    case "rename":
      return outcome(await renameItem(database, owner, action.id, action.name), GONE_MESSAGE);
    case "delete":
      return outcome(await deleteItem(database, owner, action.id), GONE_MESSAGE);
    case "feature": {
      const { id, featured } = action;
      return outcome(
        await setItemFeatured(database, { owner, id, featured, prices }),
        UPGRADE_MESSAGE,
      );
    }
  }
}

function outcome(done: boolean, message: string): ItemActionOutcome {
  return done ? { ok: true } : { ok: false, message };
}
