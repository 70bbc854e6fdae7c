import * as v from "valibot";
import { authFieldErrors } from "~/content/auth/auth";
import { requiredSecret } from "~/forms/parse-form";
import { PASSWORD_MIN_LENGTH } from "./password-length";

/** The bytes of a password that bcrypt reads; GoTrue rejects longer ones. */
const PASSWORD_MAX_BYTES = 72;

/** The rules for a new password. */
export const newPasswordRules = v.pipe(
  requiredSecret(authFieldErrors.password),
  v.minLength(PASSWORD_MIN_LENGTH, authFieldErrors.tooShort(PASSWORD_MIN_LENGTH)),
  v.maxBytes(PASSWORD_MAX_BYTES, authFieldErrors.tooLong(PASSWORD_MAX_BYTES)),
);
