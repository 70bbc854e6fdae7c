import * as v from "valibot";
import { requiredText } from "./parse-form";

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

/** A required code in digits of any script, without what is copied with it: spaces, dashes, "Code:". */
export const typedCode = v.pipe(
  requiredText("Please enter the code"),
  v.transform((typed) => toAsciiDigits(typed.replace(/\P{Nd}/gu, ""))),
);
