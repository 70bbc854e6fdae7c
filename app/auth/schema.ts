import * as v from "valibot";
import { authFieldErrors as messages } from "~/content/auth/auth";
import { requiredEmail, requiredSecret, requiredText } from "~/forms/parse-form";
import { PASSWORD_MIN_LENGTH } from "./password/password-length";

const password = requiredSecret(messages.password);
/** The bytes of a password that bcrypt reads; GoTrue rejects longer ones. */
const PASSWORD_MAX_BYTES = 72;

export const newPasswordRules = v.pipe(
  password,
  v.minLength(PASSWORD_MIN_LENGTH, messages.tooShort(PASSWORD_MIN_LENGTH)),
  v.maxBytes(PASSWORD_MAX_BYTES, messages.tooLong(PASSWORD_MAX_BYTES)),
);

const confirmPassword = requiredSecret(messages.confirmPassword);

const passwordsMatch = (input: { password: string; confirmPassword: string }) =>
  input.password === input.confirmPassword;

export const signInSchema = v.object({ email: requiredText(messages.email), password });

/** Requesting an email: a sign-in link, a password reset, or the confirmation again. */
export const emailSchema = v.object({ email: requiredEmail(messages.email) });

export const signUpSchema = v.pipe(
  v.object({ ...emailSchema.entries, password: newPasswordRules, confirmPassword }),
  v.forward(
    v.partialCheck([["password"], ["confirmPassword"]], passwordsMatch, messages.mismatch),
    ["confirmPassword"],
  ),
);

/** Choosing a new password, in the settings or after following a reset link. */
export const newPasswordSchema = v.pipe(
  v.object({
    password: newPasswordRules,
    confirmPassword: requiredSecret(messages.confirmNewPassword),
  }),
  v.forward(
    v.partialCheck([["password"], ["confirmPassword"]], passwordsMatch, messages.mismatch),
    ["confirmPassword"],
  ),
);

export const reauthenticationSchema = v.object({
  password: requiredSecret(messages.currentPassword),
});
