import * as v from "valibot";
import { codeSchema } from "~/auth/schema";
import { requiredText } from "~/forms/parse-form";

const factor = v.pipe(v.string(), v.uuid());
const NAME_MAX = 40;

/** Setting up the first app. */
export const setUpSchema = v.object({
  name: v.pipe(
    requiredText("Please enter a name"),
    v.maxLength(NAME_MAX, `Please use at most ${NAME_MAX} characters`),
  ),
});

/** Setting up another app, which takes a code of one that is there. */
export const anotherSetUpSchema = v.object({ ...setUpSchema.entries, ...codeSchema.entries });

/** The first code of a new app, with what the page has to show again when it is wrong. */
export const confirmationSchema = v.object({
  factor,
  secret: v.pipe(v.string(), v.regex(/^[A-Z2-7]{16,64}$/)),
});

/** Which app is to go. */
export const removalSchema = v.object({ removal: factor });
