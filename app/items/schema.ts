/** The forms of an item, which the browser validates too. All forms of the dashboard: schema.server.ts. */
import * as v from "valibot";
import { requiredText } from "~/forms/parse-form";
import { createId } from "~/ui/browser-features";
import { isShortEnough, NAME_MAX } from "./item";

const NAME_REQUIRED = "Please enter a name";
const NAME_TOO_LONG = `Please use at most ${NAME_MAX} characters`;

export const idSchema = v.pipe(v.string(), v.uuid());
const name = v.pipe(requiredText(NAME_REQUIRED), v.check(isShortEnough, NAME_TOO_LONG));

/** The browser creates the id, so that a retried form adds one item; without scripts the server does. */
export const createItemSchema = v.object({
  intent: v.literal("create"),
  id: v.optional(idSchema, createId),
  name,
});
export const renameItemSchema = v.object({ intent: v.literal("rename"), id: idSchema, name });
