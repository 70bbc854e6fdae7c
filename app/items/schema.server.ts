import * as v from "valibot";
import { atMost } from "~/forms/parse-form";
import { hasVisibleText } from "~/forms/text";
import { timestampSchema } from "./cursor";
import { NAME_MAX } from "./item";
import { createItemSchema, idSchema, renameItemSchema } from "./schema";

/** The name is not trimmed: one written through the REST API may begin with a space. */
const restoredName = v.pipe(
  v.string(),
  v.transform((text) => text.replaceAll("\0", "")),
  v.check(hasVisibleText),
  atMost(NAME_MAX),
);

/** True for a text that can be the id of an item. */
export function isItemId(text: string | null): text is string {
  return v.is(idSchema, text);
}

/** The form that undoes a deletion: the deleted item as text fields. */
const restoreItemSchema = v.object({
  intent: v.literal("restore"),
  id: idSchema,
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
  v.object({ intent: v.picklist(["delete", "feature", "unfeature"]), id: idSchema }),
]);

export type ItemAction = v.InferOutput<typeof itemActionSchema>;
