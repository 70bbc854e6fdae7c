import { expect, test } from "vitest";
import { isolateBidi } from "./isolate-bidi";

test("a name cannot reverse the rest of a sentence, and an ordinary one is unchanged", () => {
  expect(isolateBidi("Ann")).toBe("Ann");
  expect(isolateBidi("\u202Eevil")).toBe("\u2068\u202Eevil\u2069");
  expect(isolateBidi("\u2069\u202Eevil")).toBe("\u2068\u202Eevil\u2069");
});
