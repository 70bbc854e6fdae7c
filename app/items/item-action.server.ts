import { requireLiveSession, type SessionRef } from "~/auth/session/live-session.server";
import type { PlanCatalog } from "~/billing/plan/plan-catalog";
import { FEATURING_PLANS } from "~/content/plans";
import {
  type FormError,
  type FormResult,
  type FormValues,
  formError,
  formSuccess,
} from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { appError, ERROR_CODES, failure, type Result } from "~/http/app-error";
import type { Database } from "~/platform/database.server";
import {
  describeItems,
  formatItemCount,
  ITEM_GONE,
  type Item,
  MAX_ITEMS,
  MAX_SELECTED,
} from "./item";
import type { ItemDraft } from "./item-form";
import {
  createItem,
  deleteItems,
  readItem,
  renameItem,
  restoreItems,
  setItemsFeatured,
} from "./items.server";
import { type ItemAction, isItemId, itemActionSchema } from "./schema";

const ERRORS = {
  gone: appError(404, "items/gone", ITEM_GONE),
  full: appError(
    422,
    "items/full",
    `You’ve reached the limit of ${formatItemCount(MAX_ITEMS)}. Delete items you no longer need, then try again.`,
  ),
  upgrade: appError(
    403,
    ERROR_CODES.upgradeRequired,
    `You must upgrade to the ${FEATURING_PLANS.join(" or ")} plan to use this feature`,
  ),
  selection: appError(422, "items/too-many", `Please select between 1 and ${MAX_SELECTED} items.`),
  outdated: appError(
    422,
    "form/outdated",
    "This page is out of date. Please reload it and try again.",
  ),
} as const;

/** Parses a form of the dashboard. A malformed id is reported like an item that does not exist. */
export function parseItemAction(formData: FormData): Result<ItemAction, FormError> {
  // Without scripts, each selected item has its own field.
  const ids = formData.getAll("id").join(",");
  if (formData.has("id")) formData.set("id", ids);
  const form = parseForm(itemActionSchema, formData);
  if (form.ok) return form;
  const invalidFields = Object.keys(form.error.fieldErrors ?? {});
  if (invalidFields.includes("name")) return form;
  const isIdInvalid = invalidFields.some((field) => field.startsWith("id"));
  if (!isIdInvalid) return failure(formError(ERRORS.outdated));
  const isCountInvalid = ids === "" || ids.split(",").length > MAX_SELECTED;
  return failure(formError(ERRORS[isCountInvalid ? "selection" : "gone"]));
}

interface ItemActionContext {
  readonly database: Database;
  readonly session: SessionRef;
  readonly catalog: PlanCatalog;
  /** The submitted fields: returned with retryable errors, so that the form can be sent again. */
  readonly fields: FormValues;
}

/** Runs the form's action for this owner. */
export async function runItemAction(
  action: ItemAction,
  { database, session, catalog, fields }: ItemActionContext,
): Promise<FormResult> {
  const owner = requireLiveSession(session);
  switch (action.intent) {
    case "create": {
      const outcome = await createItem(database, owner, action);
      return outcome === "full"
        ? formError(ERRORS.full, fields)
        : formSuccess(`Added “${action.name}”`);
    }
    case "rename": {
      const { name } = action;
      const isRenamed = await renameItem(database, owner, action);
      return isRenamed ? formSuccess(`Saved “${name}”`) : formError(ERRORS.gone, { name });
    }
    case "delete": {
      const deleted = await deleteItems(database, owner, action.id);
      if (deleted.length === 0) return formError(ERRORS.gone);
      const undo = { intent: "restore", items: JSON.stringify(deleted) };
      return formSuccess(`Deleted ${describeItems(deleted)}`, { undo });
    }
    case "restore": {
      const outcome = await restoreItems(database, owner, { deleted: action.items, catalog });
      if (outcome === "full") return formError(ERRORS.full, fields);
      return formSuccess(`Restored ${describeItems(action.items)}`);
    }
    case "feature":
    case "unfeature": {
      const { intent, id: ids } = action;
      const featured = intent === "feature";
      const outcome = await setItemsFeatured(database, owner, { ids, featured, catalog });
      if (outcome === "upgrade" || outcome === "gone") return formError(ERRORS[outcome]);
      // The star of a single item shows the result; a batch gets a message and an undo.
      if (ids.length === 1 || outcome.length === 0) return formSuccess("");
      const undo = { intent: featured ? "unfeature" : "feature", id: outcome.join(",") };
      const done = featured ? "Featured" : "Unfeatured";
      return formSuccess(`${done} ${formatItemCount(outcome.length)}`, { undo });
    }
  }
}

/**
 * The item form for `?item=` (`itemId`): a new item for "new", one of the owner's items, or "gone" for
 * anything else. Looks in `items`, those already read for the page, before it queries the database.
 */
export async function readItemDraft(
  database: Database,
  owner: string,
  { itemId, items }: { itemId: string; items: readonly Item[] },
): Promise<ItemDraft | "gone"> {
  if (itemId === "new") return { intent: "create", id: crypto.randomUUID(), name: "" };
  if (!isItemId(itemId)) return "gone";
  const item = items.find(({ id }) => id === itemId) ?? (await readItem(database, owner, itemId));
  return item ? { intent: "rename", id: item.id, name: item.name } : "gone";
}
