import * as v from "valibot";
import { profileErrors } from "~/content/account";
import { requiredText } from "~/forms/parse-form";

/** Maximum length of a name in characters; the table has the same limit. */
const NAME_MAX = 200;

/** The profile form in the general settings. */
export const profileSchema = v.object({
  name: v.pipe(
    requiredText(profileErrors.name),
    v.maxLength(NAME_MAX, profileErrors.nameTooLong(NAME_MAX)),
  ),
  email: requiredText(profileErrors.email),
});
