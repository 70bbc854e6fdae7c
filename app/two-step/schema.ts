import * as v from "valibot";
import { twoStepFieldErrors as messages } from "~/content/auth/two-step";
import { requiredText } from "~/forms/parse-form";
import { isRecoveryCode, normalizeRecoveryCode } from "./recovery/recovery-code";

const app = v.pipe(v.string(messages.app), v.uuid(messages.app));
const NAME_MAX = 40;

/** Six digits from an authenticator app; spaces are ignored, because some apps show them. */
const code = v.pipe(
  requiredText(messages.code),
  v.transform((typed) => typed.replace(/\s/g, "")),
  v.regex(/^\d{6}$/, messages.codeFormat),
);

export const codeSchema = v.object({ app, code });

export const setUpSchema = v.object({
  name: v.pipe(requiredText(messages.name), v.maxLength(NAME_MAX, messages.nameTooLong(NAME_MAX))),
});

/** Setting up another app, which requires a code from an existing one. */
export const anotherSetUpSchema = v.object({ ...setUpSchema.entries, ...codeSchema.entries });

/** The first code of a new app, with the secret to show again if the code is wrong. */
export const confirmationSchema = v.object({
  app,
  secret: v.pipe(v.string(), v.regex(/^[A-Z2-7]{16,64}$/)),
});

export const removalSchema = v.object({ appId: app });

export const recoverySchema = v.object({
  recoveryCode: v.pipe(
    requiredText(messages.recoveryCode),
    v.transform(normalizeRecoveryCode),
    v.check(isRecoveryCode, messages.recoveryCodeFormat),
  ),
});
