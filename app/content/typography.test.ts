import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** Quoted in the product's specification with a straight apostrophe. */
const EXACT = "This doesn't match your password";

test("copy has typographic apostrophes", () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  const straight = files.flatMap((file) =>
    readFileSync(path.join(import.meta.dirname, file), "utf8")
      .replace(EXACT, "")
      .split("\n")
      .filter((line) => !/^\s*(\/?\*|\/\/)/.test(line) && /[\p{L}\d}]'/u.test(line)),
  );
  expect(straight).toEqual([]);
});
