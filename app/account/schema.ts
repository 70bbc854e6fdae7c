import * as v from "valibot";
import { requiredText } from "~/forms/parse-form";

/** The longest name, in characters; the table has the same bound. */
const NAME_MAX = 200;

/** Settings, general. */
export const profileSchema = v.object({
  name: v.pipe(
    requiredText("Please enter your name"),
    v.maxLength(NAME_MAX, `Please use at most ${NAME_MAX} characters`),
  ),
  email: requiredText("Please enter your email"),
});

/** What the owner of an account types to have it deleted: its address, where it has one. */
export function deletionPhrase(email: string): string {
  return email || "delete my account";
}

/** Deleting the account; capitals do not matter. */
export function deletionSchema(phrase: string) {
  return v.object({
    confirmation: v.pipe(
      requiredText(`Please type ${phrase} to confirm`),
      v.check(
        (typed) => typed.toLowerCase() === phrase.toLowerCase(),
        `This isn't what we asked for: please type ${phrase}`,
      ),
    ),
  });
}
