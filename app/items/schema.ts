import * as v from "valibot";
import { requiredText } from "~/forms/parse-form";
import { timeSchema } from "./cursor";
import { hasVisibleText, MAX_SELECTED, NAME_MAX, NO_NAME_MESSAGE } from "./item";

const id = v.pipe(v.string(), v.uuid());
/** In characters as the database counts them: an emoji is one there, and two in JavaScript. */
const fits = (name: string) => Array.from(name).length <= NAME_MAX;
const name = v.pipe(
  requiredText(NO_NAME_MESSAGE),
  v.check(hasVisibleText, NO_NAME_MESSAGE),
  v.check(fits, `Please use at most ${NAME_MAX} characters`),
);
/** As it was: what came in by the REST address may begin with a space. */
const restoredName = v.pipe(
  v.string(),
  v.transform((text) => text.replaceAll("\0", "")),
  v.check(hasVisibleText),
  v.check(fits),
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

/** Every form of the dashboard, by `intent`. */
export const itemActionSchema = v.variant("intent", [
  /** With scripts the page makes the id, so that the same form sent twice is one item. */
  v.object({
    intent: v.literal("create"),
    id: v.optional(id, () => crypto.randomUUID()),
    name,
  }),
  v.object({ intent: v.literal("rename"), id, name }),
  v.object({ intent: v.literal("delete"), id: ids }),
  /** Brings back what a deletion took, as the answer to it described it. */
  v.object({ intent: v.literal("restore"), items: deletedItems }),
  v.object({ intent: v.picklist(["feature", "unfeature"]), id: ids }),
]);

export type ItemAction = v.InferOutput<typeof itemActionSchema>;
