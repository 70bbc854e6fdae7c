import * as v from "valibot";
import { requiredText } from "~/forms/parse-form";

/** The text to type to confirm a deletion: the email address, if the account has one. */
export function getDeletionPhrase(email: string): string {
  return email || "delete my account";
}

/** The deletion form. The phrase is case-insensitive. */
export function deletionSchema(phrase: string) {
  return v.object({
    confirmation: v.pipe(
      requiredText(`Please type ${phrase} to confirm`),
      v.check(
        (typed) => typed.toLowerCase() === phrase.toLowerCase(),
        `That doesn’t match: please type ${phrase}`,
      ),
    ),
  });
}
