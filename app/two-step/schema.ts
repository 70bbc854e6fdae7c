import * as v from "valibot";
import { atMost, requiredText } from "~/forms/parse-form";
import { typedCode } from "~/forms/typed-code";
import { isRecoveryCode, normalizeRecoveryCode } from "./recovery-code";

/** The intent of the form that generates new recovery codes. */
export const GENERATE_CODES_INTENT = "generate-codes";

const APP_REQUIRED = "Please choose an app";
const app = v.pipe(v.string(APP_REQUIRED), v.uuid(APP_REQUIRED));
const NAME_MAX = 40;

/** The hint of the field says what a code looks like. */
const CHECK_CODE = "Please check the code";

/** Six digits from an authenticator app. */
const code = v.pipe(typedCode, v.regex(/^\d{6}$/, CHECK_CODE));

export const codeSchema = v.object({ app, code });

export const setUpSchema = v.object({
  name: v.pipe(requiredText("Please enter a name"), atMost(NAME_MAX)),
});

/** Sets up another app, which requires a code of an existing one. */
export const anotherSetUpSchema = v.object({ ...setUpSchema.entries, ...codeSchema.entries });

/** The first code of a new app, with the secret to show again if the code is wrong. */
export const confirmationSchema = v.object({
  app,
  secret: v.pipe(v.string(), v.regex(/^[A-Z2-7]{16,64}$/)),
});

export const removalSchema = v.object({ appId: app });

export const recoverySchema = v.object({
  recoveryCode: v.pipe(
    requiredText("Please enter a recovery code"),
    v.transform(normalizeRecoveryCode),
    v.check(isRecoveryCode, CHECK_CODE),
  ),
});
