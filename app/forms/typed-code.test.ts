import * as v from "valibot";
import { expect, test } from "vitest";
import { typedCode } from "./typed-code";

test.each([
  ["12345 67890", "with a space"],
  ["Code: 12345 67890.", "with its label"],
  ["12345-67890", "with a dash"],
  ["12345\u201167890", "with a dash that does not break"],
  ["\u200e12345\u00a067890\u200b", "with invisible characters"],
  ["１２３４５６７８９０", "full width"],
  ["١٢٣٤٥٦٧٨٩٠", "Arabic"],
  ["۱۲۳۴۵۶۷۸۹۰", "Persian"],
  ["१२३४५६७८९०", "Devanagari"],
  ["𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡𝟘", "mathematical, whose runs of ten are side by side"],
])("the code %j is read: %s", (typed) => {
  expect(v.parse(typedCode, typed)).toBe("1234567890");
});
