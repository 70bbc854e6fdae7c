import * as v from "valibot";
import { requiredText } from "~/forms/parse-form";
import { createId } from "~/ui/browser-features";
import { timestampSchema } from "./cursor";
import { hasVisibleText, isShortEnough, MAX_SELECTED, NAME_REQUIRED, NAME_TOO_LONG } from "./item";

const id = v.pipe(v.string(), v.uuid());
const name = v.pipe(
  requiredText(NAME_REQUIRED),
  v.check(hasVisibleText, NAME_REQUIRED),
  v.check(isShortEnough, NAME_TOO_LONG),
);
/** Not trimmed: a name written through the REST API may begin with a space. */
const restoredName = v.pipe(
  v.string(),
  v.transform((text) => text.replaceAll("\0", "")),
  v.check(hasVisibleText),
  v.check(isShortEnough),
);

/** One id or several, comma-separated. */
const ids = v.pipe(
  v.string(),
  v.transform((text) => [...new Set(text.split(","))]),
  v.array(id),
  v.maxLength(MAX_SELECTED),
);

/** The deleted items to restore, as JSON. */
const deletedItems = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ id, name: restoredName, featured: v.boolean(), createdAt: timestampSchema })),
  v.minLength(1),
  v.maxLength(MAX_SELECTED),
);

/** True for a text that can be the id of an item. */
export function isItemId(text: string | null): text is string {
  return v.is(id, text);
}

/** All forms of the dashboard, by `intent`. */
export const itemActionSchema = v.variant("intent", [
  /** The browser creates the id, so that a retried form adds one item. Without scripts there is none. */
  v.object({
    intent: v.literal("create"),
    id: v.optional(id, createId),
    name,
  }),
  v.object({ intent: v.literal("rename"), id, name }),
  v.object({ intent: v.literal("delete"), id: ids }),
  /** Undoes a deletion; `items` is from the result of that deletion. */
  v.object({ intent: v.literal("restore"), items: deletedItems }),
  v.object({ intent: v.picklist(["feature", "unfeature"]), id: ids }),
]);

export type ItemAction = v.InferOutput<typeof itemActionSchema>;
