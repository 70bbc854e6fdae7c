import * as v from "valibot";
import { expect, test } from "vitest";
import { codeSchema } from "./schema";

const app = crypto.randomUUID();

test.each([
  ["123 456", "with a space"],
  ["123-456", "with a dash"],
  ["123\u2011456", "with a dash that does not break"],
  ["\u200e123456\u200b", "with invisible characters"],
  ["１２３４５６", "full width"],
  ["١٢٣٤٥٦", "Arabic"],
  ["۱۲۳۴۵۶", "Persian"],
  ["१२३४५६", "Devanagari"],
  ["𝟙𝟚𝟛𝟜𝟝𝟞", "mathematical, whose runs of ten are side by side"],
])("the code %j is read: %s", (code) => {
  expect(v.parse(codeSchema, { app, code }).code).toBe("123456");
});

test.each(["12345", "1234567", "12345a", "¹²³⁴⁵⁶"])("%j is no code", (code) => {
  expect(v.safeParse(codeSchema, { app, code }).issues?.[0].message).toBe(
    "The code has six digits",
  );
});
