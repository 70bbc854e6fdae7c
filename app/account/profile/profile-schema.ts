import * as v from "valibot";
import { profileErrors } from "~/content/profile";
import { requiredText } from "~/forms/parse-form";

/** Maximum length of a name in characters; the table has the same limit. */
const NAME_MAX = 200;

/** The profile form in the general settings, of an account with the address `email`; "" if it has none. */
export function profileSchema(email: string) {
  const optional = v.pipe(v.optional(v.string(), ""), v.trim());
  return v.object({
    name: v.pipe(
      requiredText(profileErrors.name),
      v.maxLength(NAME_MAX, profileErrors.nameTooLong(NAME_MAX)),
    ),
    email: email === "" ? optional : requiredText(profileErrors.email),
  });
}
