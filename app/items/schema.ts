/** The forms of an item, which the browser validates too. All forms of the dashboard: schema.server.ts. */
import * as v from "valibot";
import { atMost, requiredText } from "~/forms/parse-form";
import { createId } from "~/ui/browser-features";
import { NAME_MAX } from "./item";

export const idSchema = v.pipe(v.string(), v.uuid());
const name = v.pipe(requiredText("Please enter a name"), atMost(NAME_MAX));

/** The browser creates the id, so that a retried form adds one item; without scripts the server does. */
export const createItemSchema = v.object({
  intent: v.literal("create"),
  id: v.optional(idSchema, createId),
  name,
});
export const renameItemSchema = v.object({ intent: v.literal("rename"), id: idSchema, name });
