/** What a new password has to be; `password-hint.ts` says it before. */
import * as v from "valibot";
import { requiredSecret } from "~/forms/parse-form";
import { PASSWORD_MIN_LENGTH } from "./password-hint";

/** What bcrypt reads of a password, in bytes; GoTrue refuses longer ones. */
const PASSWORD_MAX_BYTES = 72;

/** A password that somebody chooses. */
export const newPassword = v.pipe(
  requiredSecret("Please enter a password"),
  v.minLength(PASSWORD_MIN_LENGTH, `Please use at least ${PASSWORD_MIN_LENGTH} characters`),
  v.maxBytes(PASSWORD_MAX_BYTES, `Please use at most ${PASSWORD_MAX_BYTES} characters`),
);
