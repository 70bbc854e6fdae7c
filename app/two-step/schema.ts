import * as v from "valibot";
import { atMost, requiredText } from "~/forms/parse-form";
import { isRecoveryCode, normalizeRecoveryCode } from "./recovery/recovery-code";

const APP_REQUIRED = "Please choose an app";
const app = v.pipe(v.string(APP_REQUIRED), v.uuid(APP_REQUIRED));
const NAME_MAX = 40;

const isDigit = (point: number) => /\p{Nd}/u.test(String.fromCodePoint(point));

/** `text` with the digits of every script in ASCII. Unicode has each script's ten in a row. */
function toAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0) ?? 0;
    let value = 0;
    while (isDigit(point - value - 1)) value += 1;
    return String(value % 10);
  });
}

/** Six digits from an authenticator app, without the spaces, dashes and invisible characters of copies. */
const code = v.pipe(
  requiredText("Please enter the code"),
  v.transform((typed) => toAsciiDigits(typed.replace(/[\s\p{Pd}\p{Cf}]/gu, ""))),
  v.regex(/^\d{6}$/, "The code has six digits"),
);

export const codeSchema = v.object({ app, code });

export const setUpSchema = v.object({
  name: v.pipe(requiredText("Please enter a name"), atMost(NAME_MAX)),
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
    requiredText("Please enter a recovery code"),
    v.transform(normalizeRecoveryCode),
    v.check(isRecoveryCode, "A recovery code has three groups of four letters and digits"),
  ),
});
