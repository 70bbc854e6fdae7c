import { requireLiveSession, type SessionRef } from "~/auth/session/live-session.server";
import type { PlanPrices } from "~/billing/plan/subscription";
import type { AppError } from "~/forms/app-error";
import { type FormResult, type FormValues, formError, formSuccess } from "~/forms/form-result";
import { type ParsedForm, parseForm } from "~/forms/parse-form";
import type { Database } from "~/platform/database.server";
import {
  describeItems,
  FULL_MESSAGE,
  formatItemCount,
  GONE_MESSAGE,
  type Item,
  MAX_SELECTED,
  UPGRADE_MESSAGE,
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
  gone: { status: 404, code: "items/gone", message: GONE_MESSAGE },
  full: { status: 422, code: "items/full", message: FULL_MESSAGE },
  upgrade: { status: 403, code: "billing/upgrade-required", message: UPGRADE_MESSAGE },
  noneOrTooMany: {
    status: 422,
    code: "items/too-many",
    message: `Please select between 1 and ${MAX_SELECTED} items.`,
  },
  outdated: {
    status: 422,
    code: "form/outdated",
    message: "This page is out of date. Please reload it and try again.",
  },
} as const satisfies Readonly<Record<string, AppError>>;

/** Reads a form of the dashboard. An id of a wrong form is treated like an item that is not there. */
export function parseItemAction(formData: FormData): ParsedForm<ItemAction> {
  // Without scripts each selected item is a field.
  const ids = formData.getAll("id").join(",");
  if (formData.has("id")) formData.set("id", ids);
  const form = parseForm(itemActionSchema, formData);
  if (form.ok || form.fieldErrors.name) return form;
  const isAboutIds = Object.keys(form.fieldErrors).some((field) => field.startsWith("id"));
  if (!isAboutIds) return { ...form, result: formError(ERRORS.outdated) };
  const isCountWrong = ids === "" || ids.split(",").length > MAX_SELECTED;
  return { ...form, result: formError(ERRORS[isCountWrong ? "noneOrTooMany" : "gone"]) };
}

export interface ItemActionContext {
  readonly database: Database;
  readonly session: SessionRef;
  readonly catalogue: PlanPrices;
  /** What was sent: a refusal that may pass returns it, so that it can be tried again. */
  readonly fields: FormValues;
}

/** Does what the form asked, for this owner only. The values of a success are the form that undoes it. */
export async function runItemAction(
  action: ItemAction,
  { database, session, catalogue, fields }: ItemActionContext,
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
      return formSuccess(`Deleted ${describeItems(deleted)}`, undo);
    }
    case "restore": {
      const outcome = await restoreItems(database, owner, { deleted: action.items, catalogue });
      if (outcome === "full") return formError(ERRORS.full, fields);
      return formSuccess(`Brought back ${describeItems(action.items)}`);
    }
    case "feature":
    case "unfeature": {
      const { intent, id: ids } = action;
      const featured = intent === "feature";
      const outcome = await setItemsFeatured(database, owner, { ids, featured, catalogue });
      if (outcome === "upgrade" || outcome === "gone") return formError(ERRORS[outcome]);
      // A star shows by itself what it did; several together are said, and undone together.
      if (ids.length === 1 || outcome.length === 0) return formSuccess("");
      const undo = { intent: featured ? "unfeature" : "feature", id: outcome.join(",") };
      return formSuccess(
        `${featured ? "Featured" : "Unfeatured"} ${formatItemCount(outcome.length)}`,
        undo,
      );
    }
  }
}

/**
 * The form that `?item=` asks for: a new item, one of the owner's, or "gone" for any other. `shown` are
 * the items of the page, which most often has the wanted one.
 */
export async function readItemDraft(
  database: Database,
  owner: string,
  { wanted, shown }: { wanted: string; shown: readonly Item[] },
): Promise<ItemDraft | "gone"> {
  if (wanted === "new") return { intent: "create", id: crypto.randomUUID(), name: "" };
  if (!isItemId(wanted)) return "gone";
  const item = shown.find(({ id }) => id === wanted) ?? (await readItem(database, owner, wanted));
  return item ? { intent: "rename", id: item.id, name: item.name } : "gone";
}
