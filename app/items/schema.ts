import * as v from "valibot";
import { requiredText } from "~/forms/parse-form";
import { timeSchema } from "./cursor";
import { isVisible, MAX_SELECTED, NAME_MAX } from "./item";

const NO_NAME = "Please enter a name";
const id = v.pipe(v.string(), v.uuid());
/** In characters as the database counts them: an emoji is one there, and two in JavaScript. */
const fits = (name: string) => Array.from(name).length <= NAME_MAX;
const name = v.pipe(
  requiredText(NO_NAME),
  v.check(isVisible, NO_NAME),
  v.check(fits, `Please use at most ${NAME_MAX} characters`),
);
/** As it was: what came in by the REST address may begin with a space. */
const restoredName = v.pipe(
  v.string(),
  v.transform((text) => text.replaceAll("\0", "")),
  v.check(isVisible),
  v.check(fits),
);
const featured = v.pipe(
  v.picklist(["true", "false"]),
  v.transform((value) => value === "true"),
);

/** One id or several, with commas between them. */
const ids = v.pipe(
  v.string(),
  v.transform((text) => [...new Set(text.split(","))]),
  v.array(id),
  v.maxLength(MAX_SELECTED),
);

/** What a deletion took, as JSON. */
const deletedItems = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ id, name: restoredName, featured: v.boolean(), createdAt: timeSchema })),
  v.minLength(1),
  v.maxLength(MAX_SELECTED),
);

/** True for text that has the form of an item's id. */
export function isItemId(text: string | null): text is string {
  return v.is(id, text);
}

/** The form that adds or renames an item. */
export const itemNameSchema = v.object({ name });

/** Every form of the dashboard, by `intent`. */
export const itemActionSchema = v.variant("intent", [
  /** The page makes the id where it can, so that the same form sent twice is one item. */
  v.object({
    intent: v.literal("create"),
    id: v.optional(id, () => crypto.randomUUID()),
    name,
  }),
  v.object({ intent: v.literal("rename"), id, name }),
  v.object({ intent: v.literal("delete"), id: ids }),
  /** Brings back what a deletion took, as the answer to it described it. */
  v.object({ intent: v.literal("restore"), items: deletedItems }),
  v.object({ intent: v.literal("feature"), id: ids, featured }),
  /** The note about featured items has been read. */
  v.object({ intent: v.literal("hide-note") }),
]);

export type ItemAction = v.InferOutput<typeof itemActionSchema>;
