import * as v from "valibot";
import { requiredText } from "~/forms/parse-form";
import { createdAtSchema } from "./cursor";

/** The longest name, in characters; the table has the same bound. */
const NAME_MAX = 200;

const id = v.pipe(v.string(), v.uuid());
const name = v.pipe(
  requiredText("Please enter a name"),
  v.maxLength(NAME_MAX, `Please use at most ${NAME_MAX} characters`),
);
const featured = v.pipe(
  v.picklist(["true", "false"]),
  v.transform((value) => value === "true"),
);

/** True for text that has the form of an item's id. */
export function isItemId(text: string | null): text is string {
  return v.is(id, text);
}

/** The form that adds or renames an item. */
export const itemNameSchema = v.object({ name });

/** Every form of the dashboard, by `intent`. */
export const itemActionSchema = v.variant("intent", [
  /** The page makes the id, so that the same form sent twice is one item. */
  v.object({ intent: v.literal("create"), id, name }),
  v.object({ intent: v.literal("rename"), id, name }),
  v.object({ intent: v.literal("delete"), id }),
  /** Brings back what a deletion took, as the answer to it described it. */
  v.object({ intent: v.literal("restore"), id, name, featured, createdAt: createdAtSchema }),
  v.object({ intent: v.literal("feature"), id, featured }),
]);

export type ItemAction = v.InferOutput<typeof itemActionSchema>;
