import { globSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { placeholdersLeft, studio } from "./studio";

test("reserved example addresses are listed as placeholders", () => {
  expect(placeholdersLeft.includes("email")).toBe(studio.email.endsWith("@example.com"));
  expect(placeholdersLeft.includes("phone")).toBe(studio.phone.href.includes("5550100"));
});

test("placeholders are unique and named", () => {
  expect(new Set(placeholdersLeft).size).toBe(placeholdersLeft.length);
  for (const what of placeholdersLeft) expect(what.length).toBeGreaterThan(3);
});

test("a placeholder in a file names one that is still there: production would wait for it forever", () => {
  const files = globSync("app/content/**/*.ts").map((file) => path.basename(file));
  const named = placeholdersLeft.flatMap((what) => what.match(/[\w-]+\.ts$/) ?? []);
  expect(named.filter((file) => !files.includes(file))).toEqual([]);
});
