import { href } from "react-router";
import {
  type LiveUserId,
  requireLiveSession,
  type SessionRef,
} from "~/auth/session/live-session.server";
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
import { type AppError, appError, failure, type Result } from "~/http/app-error";
import type { Database } from "~/platform/database.server";
import { formatItemCount, ITEM_GONE, MAX_ITEMS } from "./item";
import type { ItemDraft } from "./item-form";
import {
  createItem,
  deleteItem,
  readItem,
  renameItem,
  restoreItem,
  setItemFeatured,
} from "./items.server";
import { type ItemAction, isItemId, itemActionSchema } from "./schema.server";

const ERRORS = {
  gone: appError(404, "items/gone", ITEM_GONE),
  full: appError(
    422,
    "items/full",
    `You’ve reached the limit of ${formatItemCount(MAX_ITEMS)}. Delete items you no longer need, then try again.`,
  ),
  upgrade: {
    ...appError(
      403,
      "billing/upgrade-required",
      `You must upgrade to the ${FEATURING_PLANS.join(" or ")} plan to use this feature`,
    ),
    link: { to: href("/pricing"), label: "View plans" },
  },
  unpaid: appError(
    403,
    "billing/unpaid",
    "Your plan is paused until its invoice is paid. You can pay it in your billing settings.",
  ),
  outdated: appError(
    422,
    "form/outdated",
    "This page is out of date. Please reload it and try again.",
  ),
} as const satisfies Record<string, AppError>;

/** Parses a form of the dashboard. A malformed id is reported like an item that does not exist. */
export function parseItemAction(formData: FormData): Result<ItemAction, FormError> {
  const form = parseForm(itemActionSchema, formData);
  if (form.ok || form.error.fieldErrors?.name) return form;
  return failure(formError(form.error.fieldErrors?.id ? ERRORS.gone : ERRORS.outdated));
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
  const report = (outcome: "done" | keyof typeof ERRORS, values?: FormValues) =>
    outcome === "done" ? formSuccess("") : formError(ERRORS[outcome], values);
  switch (action.intent) {
    case "create":
      return report(await createItem(database, owner, action), fields);
    case "rename":
      return report(await renameItem(database, owner, action), { name: action.name });
    case "delete": {
      const deleted = await deleteItem(database, owner, action.id);
      // As when the form arrives twice, or from two tabs.
      if (!deleted) return formSuccess("");
      const { id, name, featured, createdAt } = deleted;
      const item = { id, name, featured: String(featured), createdAt: String(createdAt) };
      return formSuccess(`Deleted “${name}”`, { undo: { intent: "restore", ...item } });
    }
    case "restore":
      return report(await restoreItem(database, owner, { item: action, catalog }), fields);
    case "feature":
    case "unfeature": {
      const change = { id: action.id, featured: action.intent === "feature", catalog };
      return report(await setItemFeatured(database, owner, change));
    }
  }
}

/**
 * The item form for `?item=` (`itemId`): a new item for "new", one of the owner's items, or "gone" for
 * anything else.
 */
export async function readItemDraft(
  database: Database,
  owner: LiveUserId,
  itemId: string,
): Promise<ItemDraft | "gone"> {
  if (itemId === "new") return { intent: "create", id: crypto.randomUUID(), name: "" };
  const item = isItemId(itemId) && (await readItem(database, owner, itemId));
  return item ? { intent: "rename", id: item.id, name: item.name } : "gone";
}
