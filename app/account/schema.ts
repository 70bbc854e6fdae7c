import * as v from "valibot";
import { newPassword } from "~/auth/password-rules";
import { requiredSecret, requiredText } from "~/forms/parse-form";

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

/** Settings, password. */
export const passwordSchema = v.pipe(
  v.object({
    password: newPassword,
    confirmPassword: requiredSecret("Please enter your new password again"),
  }),
  v.forward(
    v.partialCheck(
      [["password"], ["confirmPassword"]],
      ({ password, confirmPassword }) => password === confirmPassword,
      "This doesn't match your password",
    ),
    ["confirmPassword"],
  ),
);

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
