import * as v from "valibot";
import { passkeyFieldErrors as messages } from "~/content/auth/passkeys";
import { requiredText } from "~/forms/parse-form";

/** GoTrue's limit is 120 bytes, and a UTF-16 code unit takes at most three. */
const NAME_MAX = 40;
const passkey = v.pipe(v.string(), v.uuid());

export const renameSchema = v.object({
  name: v.pipe(requiredText(messages.name), v.maxLength(NAME_MAX, messages.nameTooLong(NAME_MAX))),
  passkey,
});

export const removalSchema = v.object({ passkey });
