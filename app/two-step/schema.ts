import * as v from "valibot";
import { requiredText } from "~/forms/parse-form";
import { isRecoveryCode, normalizeRecoveryCode } from "./recovery/recovery-code";

const app = v.pipe(v.string("Please choose an app"), v.uuid("Please choose an app"));
const NAME_MAX = 40;

/** Six digits from an authenticator app; the spaces that some apps show among them do not count. */
const code = v.pipe(
  requiredText("Please enter the code"),
  v.transform((typed) => typed.replace(/\s/g, "")),
  v.regex(/^\d{6}$/, "The code has six digits"),
);

/** A code of one of the user's apps. */
export const codeSchema = v.object({ app, code });

/** Setting up the first app. */
export const setUpSchema = v.object({
  name: v.pipe(
    requiredText("Please enter a name"),
    v.maxLength(NAME_MAX, `Please use at most ${NAME_MAX} characters`),
  ),
});

/** Setting up another app, which takes a code of one that is there. */
export const anotherSetUpSchema = v.object({ ...setUpSchema.entries, ...codeSchema.entries });

/** The first code of a new app, with what the page has to show again when it is wrong. */
export const confirmationSchema = v.object({
  app,
  secret: v.pipe(v.string(), v.regex(/^[A-Z2-7]{16,64}$/)),
});

/** Which app is to go. */
export const removalSchema = v.object({ removal: app });

/** A recovery code, in place of all apps. */
export const recoverySchema = v.object({
  recoveryCode: v.pipe(
    requiredText("Please enter a recovery code"),
    v.transform(normalizeRecoveryCode),
    v.check(isRecoveryCode, "A recovery code has six groups of four letters and digits"),
  ),
});
