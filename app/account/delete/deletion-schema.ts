import * as v from "valibot";
import { deleteAccountPage, deletionErrors } from "~/content/account-deletion";
import { requiredText } from "~/forms/parse-form";

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
