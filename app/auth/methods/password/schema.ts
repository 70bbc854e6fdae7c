import * as v from "valibot";
import { requiredEmail, requiredSecret } from "~/forms/parse-form";
import { PASSWORD_MIN_LENGTH } from "./password-length";

/** A password as it was typed: `signInWithTypedPassword` tries it in NFC first. */
const password = requiredSecret("Please enter a password");
/** The bytes of a password that bcrypt reads; Supabase Auth rejects longer ones. */
const PASSWORD_MAX_BYTES = 72;

/** Normalized to NFC, because the same letter can be encoded in more than one way. */
export const newPassword = v.pipe(
  password,
  v.normalize("NFC"),
  v.minLength(PASSWORD_MIN_LENGTH, "Please choose a longer password"),
  v.maxBytes(
    PASSWORD_MAX_BYTES,
    `Please use at most ${PASSWORD_MAX_BYTES} characters; those with accents and emoji count as two to four`,
  ),
);

const confirmPassword = v.pipe(
  requiredSecret("Please enter your password again"),
  v.normalize("NFC"),
);

const MISMATCH = "This doesn't match your password";
const passwordsMatch = (input: { password: string; confirmPassword: string }) =>
  input.password === input.confirmPassword;

/** Requests a sign-in link, a password reset, or the confirmation again. */
export const emailSchema = v.object({ email: requiredEmail("Please enter an email") });

export const signInSchema = v.object({ ...emailSchema.entries, password });

export const signUpSchema = v.pipe(
  v.object({ ...emailSchema.entries, password: newPassword, confirmPassword }),
  v.forward(v.partialCheck([["password"], ["confirmPassword"]], passwordsMatch, MISMATCH), [
    "confirmPassword",
  ]),
);

/** Chooses a new password, in the settings or after following a reset link. */
export const newPasswordSchema = v.pipe(
  v.object({
    password: newPassword,
    confirmPassword: v.pipe(
      requiredSecret("Please enter your new password again"),
      v.normalize("NFC"),
    ),
  }),
  v.forward(v.partialCheck([["password"], ["confirmPassword"]], passwordsMatch, MISMATCH), [
    "confirmPassword",
  ]),
);

export const reauthenticationSchema = v.object({
  password: requiredSecret("Please enter your password"),
});
