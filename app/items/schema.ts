import * as v from "valibot";
import { requiredText } from "~/forms/parse-form";

const id = v.pipe(v.string(), v.uuid());
const name = v.pipe(
  requiredText("Please enter a name"),
  v.maxLength(200, "Please use at most 200 characters"),
);

/** The form that adds or renames an item. */
export const itemNameSchema = v.object({ name });

/** Everything that the dashboard can ask for, by `intent`. */
export const itemActionSchema = v.variant("intent", [
  v.object({ intent: v.literal("create"), name }),
  v.object({ intent: v.literal("rename"), id, name }),
  v.object({ intent: v.literal("delete"), id }),
  v.object({
    intent: v.literal("feature"),
    id,
    featured: v.pipe(
      v.picklist(["true", "false"]),
      v.transform((value) => value === "true"),
    ),
  }),
]);

export type ItemAction = v.InferOutput<typeof itemActionSchema>;
