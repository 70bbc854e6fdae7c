import * as v from "valibot";
import { atMost, optionalText, requiredEmail, requiredText } from "~/forms/parse-form";

/** In characters; the table has the same limit. */
const MAX_NAME_LENGTH = 200;

/** The profile form in the general settings. `email`: the account's current address, "" if it has none. */
export function profileSchema(email: string) {
  return v.object({
    name: v.pipe(requiredText("Please enter your name"), atMost(MAX_NAME_LENGTH)),
    email: email === "" ? optionalText : requiredEmail("Please enter your email"),
  });
}
