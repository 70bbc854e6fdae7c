import * as v from "valibot";
import { requiredText } from "~/forms/parse-form";

/** Supabase Auth's limit is 120 bytes, and a UTF-16 code unit takes at most three. */
const NAME_MAX = 40;
const NAME_TOO_LONG = `Please use at most ${NAME_MAX} characters`;
const passkey = v.pipe(v.string(), v.uuid());

export const renameSchema = v.object({
  name: v.pipe(requiredText("Please enter a name"), v.maxLength(NAME_MAX, NAME_TOO_LONG)),
  passkey,
});

export const removalSchema = v.object({ passkey });
