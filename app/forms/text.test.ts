import { expect, test } from "vitest";
import { findEmailAddress, hasVisibleText } from "./text";

test.each([
  ["a zero-width space", "\u200B"],
  ["a zero-width joiner between spaces", " \u200D\u00A0"],
  ["a Hangul filler", "\u3164"],
  ["an empty braille pattern", "\u2800"],
  ["the placeholder of a picture", "\uFFFC"],
  ["a bidirectional mark", "\u202E"],
  ["nothing", ""],
])("%s alone is not visible text", (_, name) => {
  expect(hasVisibleText(name)).toBe(false);
});

test("invisible characters are fine within visible text, as in a family emoji", () => {
  expect(hasVisibleText("\u{1F469}\u200D\u{1F467}")).toBe(true);
  expect(hasVisibleText("\u202Bא")).toBe(true);
});

test.each([
  "ann@example.com",
  " ann@example.com\n",
  "\u200Bann@example.com",
  "ann@exam\u00ADple.com",
  "\u202Aann@example.com\u202C",
  "\u2068ann@example.com\u2069",
  "\uFEFFann@example.com\u00A0",
  "<ann@example.com>",
  "Ann Lee <ann@example.com>",
  '"Ann, Lee" <ann@example.com>;',
  "mailto:ann@example.com",
  "MAILTO:ann@example.com;",
  "<mailto:ann@example.com>",
  "ann@example.com,",
  "ann@example.com ; ",
  "%20ann@example.com%20",
  "ann＠example.com",
  "ａｎｎ＠ｅｘａｍｐｌｅ．ｃｏｍ",
])("the address in %j is found", (pasted) => {
  expect(findEmailAddress(pasted)).toBe("ann@example.com");
});

test.each(["ªnn@example.com", "ⓐnn@example.com", "𝐚nn@example.com", "ﬁnn@example.com"])(
  "%j is not another person's address",
  (typed) => {
    expect(findEmailAddress(typed)).toBe(typed);
  },
);
