import * as v from "valibot";
import { atMost, requiredEmail, requiredText } from "~/forms/parse-form";

/** Maximum length of a name in characters; the table has the same limit. */
const NAME_MAX = 200;

/** The profile form in the general settings, of an account with the address `email`; "" if it has none. */
export function profileSchema(email: string) {
  const optional = v.pipe(v.optional(v.string(), ""), v.trim());
  return v.object({
    name: v.pipe(requiredText("Please enter your name"), atMost(NAME_MAX)),
    email: email === "" ? optional : requiredEmail("Please enter your email"),
  });
}
