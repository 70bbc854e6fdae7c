import { requireLiveSession, type SessionRef } from "~/auth/live-session.server";
import type { Catalogue } from "~/billing/subscription";
import { type FormResult, type FormValues, formSuccess, refuseForm } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import type { Refusal } from "~/forms/refusal";
import type { Database } from "~/platform/database.server";
import {
  countItems,
  FULL_MESSAGE,
  GONE_MESSAGE,
  type Item,
  MAX_SELECTED,
  UPGRADE_MESSAGE,
} from "./item";
import type { ItemDraft } from "./item-form";
import {
  type AddOutcome,
  createItem,
  deleteItems,
  type FeatureOutcome,
  readItem,
  renameItem,
  restoreItems,
  setItemsFeatured,
} from "./items.server";
import { type ItemAction, isItemId, itemActionSchema } from "./schema";

const REFUSALS = {
  gone: { httpStatus: 404, code: "items/gone", message: GONE_MESSAGE },
  full: { httpStatus: 422, code: "items/full", message: FULL_MESSAGE },
  upgrade: { httpStatus: 403, code: "billing/upgrade-required", message: UPGRADE_MESSAGE },
  tooMany: {
    httpStatus: 422,
    code: "items/too-many",
    message: `Please select at most ${MAX_SELECTED} items at a time.`,
  },
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
  // Each selected item is a field of its own.
  const ids = formData.getAll("id").join(",");
  if (formData.has("id")) formData.set("id", ids);
  if (ids.split(",").length > MAX_SELECTED) {
    return { ok: false, result: refuseForm(REFUSALS.tooMany) };
  }
  const form = parseForm(itemActionSchema, formData);
  if (form.ok || form.fieldErrors.name) return form;
  const isAboutIds = Object.keys(form.fieldErrors).some((field) => field.startsWith("id"));
  return { ok: false, result: refuseForm(isAboutIds ? REFUSALS.gone : REFUSALS.outdated) };
}

export interface ItemActionContext {
  readonly database: Database;
  readonly session: SessionRef;
  readonly catalogue: Catalogue;
}

/** The forms that change items; `hide-note` is about the page. */
export type ItemChange = Exclude<ItemAction, { readonly intent: "hide-note" }>;

/** Does what the form asked, for this owner only. The values of a success are the form that undoes it. */
export async function runItemAction(
  action: ItemChange,
  { database, session, catalogue }: ItemActionContext,
): Promise<FormResult> {
  const owner = requireLiveSession(session);
  switch (action.intent) {
    case "create": {
      const outcome = await createItem(database, owner, action);
      return addResult(outcome, `Added “${action.name}”`, { name: action.name });
    }
    case "rename":
      return (await renameItem(database, owner, action))
        ? formSuccess(`Saved “${action.name}”`)
        : refuseForm(REFUSALS.gone, { name: action.name });
    case "delete": {
      const deleted = await deleteItems(database, owner, action.id);
      return deleted.length > 0
        ? formSuccess(`Deleted ${nameItems(deleted)}`, restoreForm(deleted))
        : refuseForm(REFUSALS.gone);
    }
    case "restore": {
      const outcome = await restoreItems(database, owner, { deleted: action.items, catalogue });
      return addResult(outcome, `Brought back ${nameItems(action.items)}`);
    }
    case "feature": {
      const { id: ids, featured } = action;
      const outcome = await setItemsFeatured(database, owner, { ids, featured, catalogue });
      return featureResult(outcome, { ids, featured });
    }
  }
}

function addResult(outcome: AddOutcome, message: string, typed?: FormValues): FormResult {
  return outcome === "full" ? refuseForm(REFUSALS.full, typed) : formSuccess(message);
}

/** A star shows by itself what it did; several together are said, and can be undone together. */
function featureResult(
  outcome: FeatureOutcome,
  { ids, featured }: { ids: readonly string[]; featured: boolean },
): FormResult {
  if (outcome === "upgrade" || outcome === "gone") return refuseForm(REFUSALS[outcome]);
  if (ids.length === 1 || outcome.length === 0) return formSuccess("");
  const done = featured ? "Featured" : "No longer featured:";
  return formSuccess(`${done} ${countItems(outcome.length)}`, {
    intent: "feature",
    id: outcome.join(","),
    featured: String(!featured),
  });
}

function nameItems(items: readonly Pick<Item, "name">[]): string {
  const [only] = items;
  return only && items.length === 1 ? `“${only.name}”` : countItems(items.length);
}

function restoreForm(items: readonly Item[]): FormValues {
  return { intent: "restore", items: JSON.stringify(items) };
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
