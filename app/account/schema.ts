import * as v from "valibot";
import { deleteAccountPage, deletionErrors, profileErrors } from "~/content/account";
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

/** The text to type to confirm a deletion: the email address, if the account has one. */
export function getDeletionPhrase(email: string): string {
  return email || deleteAccountPage.phrase;
}

/** The deletion form. The phrase is case-insensitive. */
export function deletionSchema(phrase: string) {
  return v.object({
    confirmation: v.pipe(
      requiredText(deletionErrors.missing(phrase)),
      v.check(
        (typed) => typed.toLowerCase() === phrase.toLowerCase(),
        deletionErrors.different(phrase),
      ),
    ),
  });
}
