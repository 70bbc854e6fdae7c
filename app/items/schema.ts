import * as v from "valibot";
import { requiredText } from "~/forms/parse-form";
import { hasVisibleText } from "~/forms/text";
import { createId } from "~/ui/browser-features";
import { timestampSchema } from "./cursor";
import { isShortEnough, NAME_MAX } from "./item";

const NAME_REQUIRED = "Please enter a name";
const NAME_TOO_LONG = `Please use at most ${NAME_MAX} characters`;

const id = v.pipe(v.string(), v.uuid());
const name = v.pipe(requiredText(NAME_REQUIRED), v.check(isShortEnough, NAME_TOO_LONG));
/** Not trimmed: a name written through the REST API may begin with a space. */
const restoredName = v.pipe(
  v.string(),
  v.transform((text) => text.replaceAll("\0", "")),
  v.check(hasVisibleText),
  v.check(isShortEnough),
);

/** True for a text that can be the id of an item. */
export function isItemId(text: string | null): text is string {
  return v.is(id, text);
}

/**
 * The form of an item. The browser creates the id, so that a retried form adds one item; without scripts the
 * server does.
 */
export const createItemSchema = v.object({
  intent: v.literal("create"),
  id: v.optional(id, createId),
  name,
});
export const renameItemSchema = v.object({ intent: v.literal("rename"), id, name });

/** The form that undoes a deletion: the deleted item as text fields. */
const restoreItemSchema = v.object({
  intent: v.literal("restore"),
  id,
  name: restoredName,
  featured: v.pipe(
    v.string(),
    v.transform((text) => text === "true"),
  ),
  createdAt: v.pipe(v.string(), v.transform(Number), timestampSchema),
});

/** All forms of the dashboard, by `intent`. */
export const itemActionSchema = v.variant("intent", [
  createItemSchema,
  renameItemSchema,
  restoreItemSchema,
  v.object({ intent: v.picklist(["delete", "feature", "unfeature"]), id }),
]);

export type ItemAction = v.InferOutput<typeof itemActionSchema>;
