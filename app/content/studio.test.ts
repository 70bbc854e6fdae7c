import { expect, test } from "vitest";
import { isKnown, placeholdersLeft, studio } from "./studio";

test("an address that is reserved for examples is on the list of what is made up", () => {
  expect(isKnown("email")).toBe(!studio.email.endsWith("@example.com"));
  expect(isKnown("phone")).toBe(!studio.phone.href.includes("5550100"));
});

test("nothing is listed twice, and everything by a name that says where to look", () => {
  expect(new Set(placeholdersLeft).size).toBe(placeholdersLeft.length);
  for (const what of placeholdersLeft) expect(what.length).toBeGreaterThan(3);
});
