import { expect, test } from "vitest";
import { getInitials } from "./site-header";

test.each([
  ["ann.example@example.com", "AE"],
  ["ann@example.com", "A"],
  ["ann-marie.van.dyke+shop@example.com", "AM"],
  ["ÿvonne@example.com", "Ÿ"],
  ["مريم.علي@example.com", "مع"],
  ["42_street@example.com", "4S"],
  ["--@example.com", ""],
  ["", ""],
])("the initials of %s are %s", (email, initials) => {
  expect(getInitials(email)).toBe(initials);
});
