import { expect, test } from "vitest";
import { isolate } from "./isolate";

test("a name cannot reverse the rest of a sentence, and an ordinary one is unchanged", () => {
  expect(isolate("Ann")).toBe("Ann");
  expect(isolate("\u202Eevil")).toBe("\u2068\u202Eevil\u2069");
  expect(isolate("\u2069\u202Eevil")).toBe("\u2068\u202Eevil\u2069");
});
