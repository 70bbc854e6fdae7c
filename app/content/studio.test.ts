import { globSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { remainingPlaceholders, studio } from "./studio";

test("reserved example addresses are listed as placeholders", () => {
  expect(remainingPlaceholders.includes("email")).toBe(studio.email.endsWith("@example.com"));
  expect(remainingPlaceholders.includes("phone")).toBe(studio.phone.href.includes("5550100"));
});

test("placeholders are unique and named", () => {
  expect(new Set(remainingPlaceholders).size).toBe(remainingPlaceholders.length);
  for (const what of remainingPlaceholders) expect(what.length).toBeGreaterThan(3);
});

test("a placeholder in a file names one that is still there: production would wait for it forever", () => {
  const files = globSync("app/content/**/*.ts").map((file) => path.basename(file));
  const named = remainingPlaceholders.flatMap((what) => what.match(/[\w-]+\.ts$/) ?? []);
  expect(named.filter((file) => !files.includes(file))).toEqual([]);
});
