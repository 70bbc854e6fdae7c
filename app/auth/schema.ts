import * as v from "valibot";
import { requiredEmail, requiredSecret, requiredText } from "~/forms/parse-form";
import { newPassword } from "./password/password-rules";

const ENTER_EMAIL = "Please enter an email";
const password = requiredSecret("Please enter a password");
const confirmPassword = requiredSecret("Please enter your password again");

const passwordsMatch = (input: { password: string; confirmPassword: string }) =>
  input.password === input.confirmPassword;
const MISMATCH = "This doesn't match your password";

/** Signing in with a password. */
export const signInSchema = v.object({ email: requiredText(ENTER_EMAIL), password });

/** Asking for a mail: sign-in link, password reset, or the confirmation once more. */
export const emailSchema = v.object({ email: requiredEmail(ENTER_EMAIL) });

/** Signing up. */
export const signUpSchema = v.pipe(
  v.object({ ...emailSchema.entries, password: newPassword, confirmPassword }),
  v.forward(v.partialCheck([["password"], ["confirmPassword"]], passwordsMatch, MISMATCH), [
    "confirmPassword",
  ]),
);

/** Choosing a new password, in the settings or after following a reset link. */
export const newPasswordSchema = v.pipe(
  v.object({
    password: newPassword,
    confirmPassword: requiredSecret("Please enter your new password again"),
  }),
  v.forward(v.partialCheck([["password"], ["confirmPassword"]], passwordsMatch, MISMATCH), [
    "confirmPassword",
  ]),
);

/** Signing in again before a sensitive change. */
export const reauthenticationSchema = v.object({
  password: requiredSecret("Please enter your password"),
});
