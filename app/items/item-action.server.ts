import type { Catalogue } from "~/billing/subscription";
import { type FormResult, type FormValues, formSuccess, refuseForm } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import type { Refusal } from "~/forms/refusal";
import type { Database } from "~/platform/database.server";
import { GONE_MESSAGE, type Item, UPGRADE_MESSAGE } from "./item";
import type { ItemDraft } from "./item-form";
import {
  createItem,
  deleteItem,
  readItem,
  renameItem,
  restoreItem,
  setItemFeatured,
} from "./items.server";
import { type ItemAction, isItemId, itemActionSchema } from "./schema";

const REFUSALS = {
  gone: { httpStatus: 404, code: "items/gone", message: GONE_MESSAGE },
  upgrade: { httpStatus: 403, code: "billing/upgrade-required", message: UPGRADE_MESSAGE },
  outdated: {
    httpStatus: 422,
    code: "form/outdated",
    message: "This page is out of date. Please reload it and try again.",
  },
} as const satisfies Readonly<Record<string, Refusal>>;

/** An action that can be run, or the result to return instead. */
export type ParsedItemAction =
  | { readonly ok: true; readonly value: ItemAction }
  | { readonly ok: false; readonly result: FormResult };

/** Reads a form of the dashboard. An id of a wrong form is treated like an item that is not there. */
export function parseItemAction(formData: FormData): ParsedItemAction {
  const form = parseForm(itemActionSchema, formData);
  if (form.ok || form.fieldErrors.name) return form;
  return { ok: false, result: refuseForm(form.fieldErrors.id ? REFUSALS.gone : REFUSALS.outdated) };
}

export interface ItemActionContext {
  readonly database: Database;
  readonly owner: string;
  readonly catalogue: Catalogue;
}

/** Does what the form asked, for this owner only. */
export async function runItemAction(
  action: ItemAction,
  { database, owner, catalogue }: ItemActionContext,
): Promise<FormResult> {
  switch (action.intent) {
    case "create":
      await createItem(database, owner, action);
      return formSuccess(`Added “${action.name}”`);
    case "rename":
      return (await renameItem(database, owner, action))
        ? formSuccess(`Saved “${action.name}”`)
        : refuseForm(REFUSALS.gone, { name: action.name });
    case "delete": {
      const deleted = await deleteItem(database, owner, action.id);
      return deleted
        ? formSuccess(`Deleted “${deleted.name}”`, describeItem(deleted))
        : refuseForm(REFUSALS.gone);
    }
    case "restore":
      await restoreItem(database, owner, { item: action, catalogue });
      return formSuccess(`Brought back “${action.name}”`);
    case "feature":
      return featureResult(await setItemFeatured(database, owner, { ...action, catalogue }));
  }
}

function featureResult(outcome: Awaited<ReturnType<typeof setItemFeatured>>): FormResult {
  switch (outcome) {
    case "done":
      return formSuccess("");
    case "upgrade":
      return refuseForm(REFUSALS.upgrade);
    case "gone":
      return refuseForm(REFUSALS.gone);
  }
}

/** The fields of the form that brings it back. */
function describeItem({ id, name, featured, createdAt }: Item): FormValues {
  return { id, name, featured: String(featured), createdAt: String(createdAt) };
}

/**
 * The form that `?item=` asks for: a new item, one of the owner's, or "gone" for any other. `shown` are
 * the items of the page, which most often has the wanted one.
 */
export async function openDraft(
  database: Database,
  owner: string,
  { wanted, shown }: { wanted: string; shown: readonly Item[] },
): Promise<ItemDraft | "gone"> {
  if (wanted === "new") return { intent: "create", id: crypto.randomUUID(), name: "" };
  if (!isItemId(wanted)) return "gone";
  const item = shown.find(({ id }) => id === wanted) ?? (await readItem(database, owner, wanted));
  return item ? { intent: "rename", id: item.id, name: item.name } : "gone";
}
